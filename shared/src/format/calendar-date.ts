const CALENDAR_DATE = /^\d{4}(?:-\d{2}){0,2}$/;
const PRECISIONS = { 4: 'year', 7: 'month', 10: 'day' } as const;
/** Somewhere on Earth it is already tomorrow. */
const EARLIEST_ZONE_MS = 14 * 3600 * 1000;

/** A date as far as it is known: the first day of a month or of a year. */
export interface CalendarDate {
  /** `2026-03-14` */
  readonly day: string;
  readonly precision: 'day' | 'month' | 'year';
  /** On no place of the Earth it is that day yet. */
  readonly isFuture: boolean;
}

/** The UTC day of an instant: `2026-03-14`. */
export const utcDay = (instant: Date): string => instant.toISOString().slice(0, 10);

/** The date that a text states: `2026-03-14`, `2026-03` or `2026`; null for any other text. */
export function calendarDate(text: string, now: Date): CalendarDate | null {
  const day = `${text}${'-01-01'.slice(text.length - 4)}`;
  const isDate = CALENDAR_DATE.test(text) && !Number.isNaN(Date.parse(day)) && utcDay(new Date(day)) === day;
  if (!isDate) return null;
  const precision = PRECISIONS[text.length as keyof typeof PRECISIONS];
  return { day, precision, isFuture: day > utcDay(new Date(now.getTime() + EARLIEST_ZONE_MS)) };
}
