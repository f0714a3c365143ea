import { describe, expect, it } from 'vitest';
import { assertTogether } from './assert-together.ts';

const MILLIMETRES = [0.001, 0.001, 0.001] as const;

/** A file of points between two places on the x axis, kilometres. */
const file = (name: string, fromKm: number, toKm: number) =>
  ({ name, minimum: [fromKm * 1e6, 0, 0], maximum: [toKm * 1e6, 5000, 9000] }) as const;

describe('the files of one cloud', () => {
  it('may be far from each other where others are between them, in any order', () => {
    assertTogether([file('a', 0, 8), file('d', 50, 51), file('c', 30, 41), file('b', 17, 21)], MILLIMETRES);
  });

  it('are measured from points to points, not from first to first', () => {
    assertTogether([file('a', 0, 25), file('b', 34, 60)], MILLIMETRES);
  });

  it('are refused where one is larger than the Earth', () => {
    expect(() => assertTogether([file('a', 0, 1), file('b', 4, 14_000)], MILLIMETRES)).toThrow(
      'b: has points that are 13996 km apart: its coordinates are damaged, or their unit is another.',
    );
    assertTogether([file('a', 0, 9000)], MILLIMETRES);
  });

  it('are refused where there is a gap, and the message names the two files at the gap', () => {
    expect(() => assertTogether([file('a', 0, 1), file('b', 4, 8), file('c', 19, 90)], MILLIMETRES)).toThrow(
      'b and c: are 11 km apart; the clouds of one layer lie within 10 km of each other.',
    );
    expect(() => assertTogether([file('a', 0, 1), file('b', 4, 8)], [0.01, 0.01, 0.01])).toThrow('a and b: are 30 km');
  });
});
