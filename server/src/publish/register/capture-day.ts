import type { Capture } from '@overlook/shared/schemas';
import { invalid } from '../../errors/app-error.ts';

/** The date of a capture and how exactly it is known. */
export type CaptureDay = Pick<Capture, 'takenOn' | 'precision'>;

const CALENDAR_DATE = /^\d{4}(?:-\d{2}){0,2}$/;
const PRECISIONS = { 4: 'year', 7: 'month', 10: 'day' } as const;
/** Somewhere on Earth it is already tomorrow. */
const EARLIEST_ZONE_MS = 14 * 3600 * 1000;

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** The date of a capture of which none is stated. */
export const publicationDay = (now = new Date()): CaptureDay => ({ takenOn: dayOf(now), precision: 'published' });

/** The date that a text states: `2026-03-14`, `2026-03` or `2026`. Throws `AppError` INVALID_INPUT, for the future too. */
export function captureDay(text: string, now = new Date()): CaptureDay {
  const whole = `${text}${'-01-01'.slice(text.length - 4)}`;
  const isDate = CALENDAR_DATE.test(text) && !Number.isNaN(Date.parse(whole)) && dayOf(new Date(whole)) === whole;
  if (!isDate) throw invalid(`“${text}” is no date of a capture. Give it as 2026-03-14, 2026-03 or 2026.`);
  if (whole > dayOf(new Date(now.getTime() + EARLIEST_ZONE_MS)))
    throw invalid(`The date ${text} of the capture is in the future.`);
  return { takenOn: whole, precision: PRECISIONS[text.length as keyof typeof PRECISIONS] };
}

/** A date as far as it is known, as text of the command line: `2026-03`. */
export const captureDayText = ({ takenOn, precision }: CaptureDay): string =>
  takenOn.slice(0, precision === 'year' ? 4 : precision === 'month' ? 7 : 10);
