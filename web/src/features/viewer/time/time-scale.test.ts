import { describe, expect, it } from 'vitest';
import { nearestPoint, POINT_GAP_PX, timeScale } from './time-scale.ts';

const MOCK = ['2025-09-12', '2026-03-14', '2026-06-19', '2026-09-26', '2026-10-31', '2026-11-25'];
const gaps = (xs: readonly number[]) => xs.slice(1).map((x, index) => x - xs[index]!);

describe('the places of the points', () => {
  it('are in proportion to the days between them', () => {
    const { xs, widthPx, todayX } = timeScale(['2026-01-01', '2026-01-11', '2026-01-31'], '2026-02-10', 500);
    const [first, second] = gaps(xs);
    expect(second! / first!).toBeCloseTo(2, 6);
    expect((todayX! - xs.at(-1)!) / first!).toBeCloseTo(1, 6);
    expect(widthPx).toBe(500);
  });

  it('are never nearer than the least distance, with a break between those that would be', () => {
    const { xs, breaks } = timeScale(MOCK, '2026-11-30', 800);
    expect(Math.min(...gaps(xs))).toBeGreaterThanOrEqual(POINT_GAP_PX);
    expect(breaks).toHaveLength(1);
    expect(breaks[0]).toBeCloseTo((xs[4]! + xs[5]!) / 2, 6);
    const [first, second] = gaps(xs);
    expect(first! / second!).toBeCloseTo(183 / 97, 1);
  });

  it('make the track wider where it has no room for them', () => {
    const days = Array.from(
      { length: 40 },
      (_, index) => `2026-01-${String((index % 28) + 1).padStart(2, '0')}`,
    ).sort();
    const { xs, widthPx } = timeScale(days, '2026-02-01', 600);
    expect(gaps(xs).every((gap) => gap >= POINT_GAP_PX)).toBe(true);
    expect(widthPx).toBeGreaterThan(39 * POINT_GAP_PX);
    expect(xs.at(-1)).toBeLessThan(widthPx);
  });

  it('keep their room where the last capture is long ago', () => {
    const { xs, todayX, breaks } = timeScale(['2020-01-01', '2020-03-01'], '2026-11-30', 900);
    expect(gaps(xs)[0]).toBeGreaterThan(300);
    expect(todayX).toBeLessThan(900);
    expect(breaks).toHaveLength(1);
  });

  it('exist for one point, for none, and for a clock that is slow', () => {
    expect(timeScale(['2026-01-01'], '2026-01-01', 400).xs).toHaveLength(1);
    expect(timeScale([], '2026-01-01', 400).xs).toEqual([]);
    const { xs, todayX } = timeScale(['2026-01-01', '2026-03-01'], '2026-02-01', 400);
    expect(todayX).toBe(xs.at(-1));
  });
});

describe('the marks', () => {
  it('are months and the years that begin, where days are in proportion', () => {
    const { ticks, xs } = timeScale(MOCK, '2026-11-30', 800);
    expect(ticks.flatMap(({ year }) => year ?? [])).toEqual([2026]);
    const january = ticks.find(({ year }) => year === 2026)!;
    expect(january.x).toBeGreaterThan(xs[0]!);
    expect(january.x).toBeLessThan(xs[1]!);
    expect(ticks.every(({ x }) => x < xs[4]! || x >= xs[5]!)).toBe(true);
  });

  it('are years alone over decades', () => {
    const { ticks } = timeScale(['1990-05-01', '2026-05-01'], '2026-06-01', 500);
    expect(ticks.every(({ year }) => year !== null)).toBe(true);
    expect(ticks[1]!.year! - ticks[0]!.year!).toBe(1);
  });
});

it('a dragged flag goes to the nearest point', () => {
  expect([0, 30, 71, 500].map((x) => nearestPoint([10, 60, 120], x))).toEqual([0, 0, 1, 2]);
});
