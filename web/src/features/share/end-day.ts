import { VIEW_GRANTS } from '@overlook/shared/config';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A server's clock may be behind: an end at the very limit would be refused. */
const SPARE_MS = 60_000;

/** The day of an instant here, as date fields write it. */
function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const daysAfter = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12);

/** The first and last day that a public link may end on, and the usual one. */
export function endDays(now: Date): { first: string; usual: string; last: string } {
  const { defaultMs, longestMs } = VIEW_GRANTS.link;
  return {
    first: dayOf(now),
    usual: dayOf(daysAfter(now, defaultMs / DAY_MS)),
    last: dayOf(daysAfter(now, longestMs / DAY_MS)),
  };
}

/** When a link ends that ends with this day: with its last millisecond here, and not after the longest time. */
export function endOfDay(day: string, now: Date): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const lastInstant = new Date(year, month - 1, date, 23, 59, 59, 999);
  const latest = now.getTime() + VIEW_GRANTS.link.longestMs - SPARE_MS;
  return new Date(Math.min(lastInstant.getTime(), latest));
}

/** Whole days from today to a day; NaN for none. */
export function daysUntil(day: string, now: Date): number {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number);
  const noon = new Date(year, month - 1, date, 12);
  return Math.round((noon.getTime() - daysAfter(now, 0).getTime()) / DAY_MS);
}
