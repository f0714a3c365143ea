import { describe, expect, it } from 'vitest';
import { captureDateText, dateText, dateTimeText, daysBetween, dayText, recentDateText } from './date.ts';

const NOW = new Date(2026, 2, 14, 16, 5);

describe('a date', () => {
  it('is day, month and year', () => expect(dateText(NOW)).toBe('14 Mar 2026'));
  it('without a time is the same day everywhere', () => expect(dayText('2026-03-04')).toBe('4 Mar 2026'));
  it('lies days from another one, over the end of summer time too', () => {
    expect(daysBetween('2026-03-14', '2026-09-26')).toBe(196);
    expect(daysBetween('2026-09-26', '2026-03-14')).toBe(196);
  });
  it('of a capture is as exact as it is known', () => {
    const read = (['day', 'published', 'month', 'year'] as const).map((one) => captureDateText('2026-03-01', one));
    expect(read).toEqual(['1 Mar 2026', '1 Mar 2026', 'Mar 2026', '2026']);
  });
  it('is followed by the time where that is requested', () => expect(dateTimeText(NOW)).toBe('14 Mar 2026, 16:05'));
});

describe('a recent date', () => {
  it.each([
    [new Date(2026, 2, 14, 16, 4, 30), 'Just now'],
    [new Date(2026, 2, 14, 16, 5, 40), 'Just now'],
    [new Date(2026, 2, 14, 16, 3), '2 min ago'],
    [new Date(2026, 2, 14, 15, 5, 1), '59 min ago'],
    [new Date(2026, 2, 14, 8, 14), 'Today, 08:14'],
    [new Date(2026, 2, 13, 23, 59), 'Yesterday'],
    [new Date(2026, 2, 12, 23, 59), '12 Mar 2026'],
    [new Date(2025, 11, 31), '31 Dec 2025'],
    [new Date(2026, 2, 15, 9, 0), '15 Mar 2026, 09:00'],
  ])('%s reads "%s"', (date, text) => expect(recentDateText(date, NOW)).toBe(text));
});
