import { expect, it } from 'vitest';
import { daysUntil, endDays, endOfDay } from './end-day.ts';

const NOW = new Date(2026, 10, 22, 14, 3);
const HOUR_MS = 3_600_000;

it('a link ends in 30 days, today at the earliest and in 90 days at the latest', () => {
  expect(endDays(NOW)).toEqual({ first: '2026-11-22', usual: '2026-12-22', last: '2027-02-20' });
  expect(daysUntil('2026-12-22', NOW)).toBe(30);
  expect(daysUntil('2026-11-22', NOW)).toBe(0);
  expect(daysUntil('', NOW)).toBeNaN();
});

it('it ends with the chosen day, but not after the longest time', () => {
  expect(endOfDay('2026-11-22', NOW)).toEqual(new Date(2026, 10, 22, 23, 59, 59, 999));
  const latest = endOfDay('2027-02-20', NOW).getTime();
  expect(latest - NOW.getTime()).toBeLessThan(90 * 24 * HOUR_MS);
  expect(latest - NOW.getTime()).toBeGreaterThan(90 * 24 * HOUR_MS - HOUR_MS);
});
