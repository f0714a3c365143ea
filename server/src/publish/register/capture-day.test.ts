import { describe, expect, it } from 'vitest';
import { captureDay, captureDayText } from './capture-day.ts';
import { outOfRule } from './keep-captures.ts';

const NOW = new Date('2026-11-30T03:00:00Z');

describe('the date of a capture', () => {
  it.each([
    ['2026-03-14', { takenOn: '2026-03-14', precision: 'day' }],
    ['2026-03', { takenOn: '2026-03-01', precision: 'month' }],
    ['2024', { takenOn: '2024-01-01', precision: 'year' }],
    ['2024-02-29', { takenOn: '2024-02-29', precision: 'day' }],
    // It is that day in Kiribati already.
    ['2026-11-30', { takenOn: '2026-11-30', precision: 'day' }],
  ] as const)('%s is read with its precision, and written as it was', (text, day) => {
    expect(captureDay(text, NOW)).toEqual(day);
    expect(captureDayText(day)).toBe(text);
  });

  it.each(['', '14.3.2026', '2026-13', '2026-02-30', '2025-02-29', '20260314', '2026-03-14T00:00', '02026', '-2026'])(
    '“%s” is refused',
    (text) => expect(() => captureDay(text, NOW)).toThrow('is no date of a capture'),
  );

  it.each(['2026-12-02', '2027', '2026-12'])('%s is refused because it is in the future', (text) =>
    expect(() => captureDay(text, NOW)).toThrow('is in the future'),
  );
});

describe('a rule for keeping captures', () => {
  const dates = ['2026-11-01', '2026-06-01', '2026-01-01', '2024-01-01'].map((takenOn) => ({ takenOn }));
  const leaving = (rule: Parameters<typeof outOfRule>[1]) => outOfRule(dates, rule, NOW).map(({ takenOn }) => takenOn);

  it('lets go what is older than the newest n', () => {
    expect(leaving({ kind: 'newest', count: 2 })).toEqual(['2026-01-01', '2024-01-01']);
    expect(leaving({ kind: 'newest', count: 4 })).toEqual([]);
  });

  it('lets go what is older than so many days', () => {
    expect(leaving({ kind: 'age', days: 365 })).toEqual(['2024-01-01']);
    expect(leaving({ kind: 'age', days: 200 })).toEqual(['2026-01-01', '2024-01-01']);
  });

  it('never lets go the newest, and without a rule nothing', () => {
    expect(leaving({ kind: 'newest', count: 1 })).not.toContain('2026-11-01');
    expect(leaving({ kind: 'age', days: 1 })).not.toContain('2026-11-01');
    expect(leaving(null)).toEqual([]);
  });
});
