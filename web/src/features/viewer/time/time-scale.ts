/** Where the days of the time bar lie: in true proportion, apart from points that would be too near to each other. */

/** Least distance of two points, CSS pixels. */
export const POINT_GAP_PX = 44;
/** Room for half a date before the first point, and for the day of today after the last. */
const START_PX = 44;
const END_PX = 72;
/** Largest share of the track between the last point and today: a site that is no longer captured would lose its points to it. */
const TAIL_SHARE = 0.3;
/** Marks of months, and of years alone, are at least this far from each other. */
const TICK_GAP_PX = 8;
const DAY_MS = 86_400_000;
const DAYS_A_MONTH = 30.4;

export interface TimeTick {
  readonly x: number;
  /** The year that begins; null for a month. */
  readonly year: number | null;
}

export interface TimeScale {
  /** Of the whole track, at least the width that was asked for. */
  readonly widthPx: number;
  /** Of each point. */
  readonly xs: readonly number[];
  /** Middles of the stretches that are not in proportion. */
  readonly breaks: readonly number[];
  readonly todayX: number | null;
  readonly ticks: readonly TimeTick[];
}

/** A stretch of the track between two days. */
interface Stretch {
  readonly days: number;
  readonly leastPx: number;
  readonly mostPx: number;
}

const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;

/** `days`: calendar dates of the points, ascending. `today` may be before the last one, by the clock of another device. */
export function timeScale(days: readonly string[], today: string, widthPx: number): TimeScale {
  const numbers = days.map(dayNumber);
  const last = numbers.at(-1);
  if (last === undefined) return { widthPx, xs: [], breaks: [], todayX: null, ticks: [] };
  const inner = Math.max(0, widthPx - START_PX - END_PX);
  const tailDays = Math.max(0, dayNumber(today) - last);
  const stretches: Stretch[] = numbers
    .slice(1)
    .map((day, index) => ({ days: day - numbers[index]!, leastPx: POINT_GAP_PX, mostPx: Infinity }));
  stretches.push({ days: tailDays, leastPx: 0, mostPx: numbers.length > 1 ? TAIL_SHARE * inner : inner });
  const pxPerDay = proportion(stretches, inner);
  const widths = stretches.map(({ days: count, leastPx, mostPx }) =>
    Math.min(mostPx, Math.max(leastPx, pxPerDay * count)),
  );
  const xs = [START_PX];
  for (const width of widths) xs.push(xs.at(-1)! + width);
  const isBroken = stretches.map(({ days: count }, index) => Math.abs(widths[index]! - pxPerDay * count) > 0.5);
  const breaks = xs.slice(1).flatMap((x, index) => (isBroken[index] ? [(x + xs[index]!) / 2] : []));
  const todayX = xs.pop()!;
  const track = { numbers: [...numbers, last + tailDays], xs: [...xs, todayX], isBroken, pxPerDay };
  const whole = Math.max(widthPx, todayX + END_PX);
  return { widthPx: whole, xs, breaks, todayX, ticks: ticksOf(track) };
}

/** Pixels a day, so that all stretches together have a width; those at their limits do not follow it. */
function proportion(stretches: readonly Stretch[], widthPx: number): number {
  let free = [...stretches];
  let fixedPx = 0;
  for (;;) {
    const count = free.reduce((sum, { days }) => sum + days, 0);
    const pxPerDay = count > 0 ? Math.max(0, (widthPx - fixedPx) / count) : 0;
    const wide = free.find(({ days, mostPx }) => pxPerDay * days > mostPx);
    // The others get the room of a wide one before it is known which of them are too narrow.
    const limited = wide ?? free.find(({ days, leastPx }) => pxPerDay * days < leastPx);
    if (!limited) return pxPerDay;
    fixedPx += limited === wide ? limited.mostPx : limited.leastPx;
    free = free.filter((one) => one !== limited);
  }
}

interface Track {
  /** Days since 1970 of the points and of today. */
  readonly numbers: readonly number[];
  readonly xs: readonly number[];
  readonly isBroken: readonly boolean[];
  readonly pxPerDay: number;
}

/** The place of a day; null in a stretch that is not in proportion. */
function xOf({ numbers, xs, isBroken, pxPerDay }: Track, day: number): number | null {
  const after = numbers.findIndex((one) => one >= day);
  if (after === 0) return xs[0]! - pxPerDay * (numbers[0]! - day);
  if (after < 0) return xs.at(-1)! + pxPerDay * (day - numbers.at(-1)!);
  return isBroken[after - 1] ? null : xs[after]! - pxPerDay * (numbers[after]! - day);
}

/** Until today, or the last point. */
function ticksOf(track: Track): TimeTick[] {
  const { pxPerDay, numbers, xs } = track;
  if (pxPerDay <= 0) return [];
  const first = new Date((numbers[0]! - xs[0]! / pxPerDay) * DAY_MS);
  const lastDay = numbers.at(-1)!;
  const areMonthsShown = pxPerDay * DAYS_A_MONTH >= TICK_GAP_PX;
  const step = areMonthsShown ? 1 : 12;
  const ticks: TimeTick[] = [];
  let month = areMonthsShown ? first.getUTCMonth() + 1 : 12;
  for (; ; month += step) {
    const date = Date.UTC(first.getUTCFullYear(), month, 1);
    if (date / DAY_MS > lastDay) return ticks;
    const x = xOf(track, date / DAY_MS);
    if (x !== null) ticks.push({ x, year: month % 12 === 0 ? new Date(date).getUTCFullYear() : null });
  }
}

/** Index of the point that is nearest to a place on the track. */
export const nearestPoint = (xs: readonly number[], x: number): number =>
  xs.reduce((best, at, index) => (Math.abs(at - x) < Math.abs(xs[best]! - x) ? index : best), 0);
