/** Dates as people read them: "14 Mar 2026", recent ones by how long ago (interface brief §7). */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const clockText = (date: Date): string =>
  `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;

/** "14 Mar 2026", in the reader's time zone. */
export function dateText(date: Date): string {
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
}

/** A calendar date, '2026-03-14', as "14 Mar 2026"; in no time zone, so that it is the same day everywhere. */
export function dayText(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${MONTHS[month! - 1]} ${year}`;
}

/** The date of a capture, as exactly as it is known: "14 Mar 2026", "Mar 2026", "2026". */
export function captureDateText(day: string, precision: 'day' | 'month' | 'year' | 'published'): string {
  const [year = '', month] = day.split('-');
  if (precision === 'year') return year;
  return precision === 'month' ? `${MONTHS[Number(month) - 1]} ${year}` : dayText(day);
}

/** Whole days between two calendar dates, '2026-03-14'; in any order. */
export const daysBetween = (a: string, b: string): number =>
  Math.abs(Math.round((Date.parse(a) - Date.parse(b)) / DAY_MS));

/** "14 Mar 2026, 08:14", in the reader's time zone. */
export function dateTimeText(date: Date): string {
  return `${dateText(date)}, ${clockText(date)}`;
}

/** "Just now", "2 min ago", "Today, 08:14", "Yesterday", then the date. Clocks that differ may put `date` after `now`. */
export function recentDateText(date: Date, now: Date): string {
  const agoMs = now.getTime() - date.getTime();
  if (agoMs < MINUTE_MS) return agoMs < -HOUR_MS ? dateTimeText(date) : 'Just now';
  if (agoMs < HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)} min ago`;
  if (dateText(date) === dateText(now)) return `Today, ${clockText(date)}`;
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return dateText(date) === dateText(yesterday) ? 'Yesterday' : dateText(date);
}
