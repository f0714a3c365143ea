import { describe, expect, it } from 'vitest';
import { niceLength } from './nice-length.ts';
import type { Units } from './units.ts';

const written = (metres: number, units?: Units) => niceLength(metres, units)?.text.replace('\u202f', ' ');

describe('a nice length', () => {
  it.each([
    [0.0013, '1 mm'],
    [0.0099, '5 mm'],
    [0.01, '1 cm'],
    [0.7, '50 cm'],
    [1, '1 m'],
    [1.99, '1 m'],
    [2, '2 m'],
    [49.9, '20 m'],
    [50, '50 m'],
    [999, '500 m'],
    [1000, '1 km'],
    [260_000, '200 km'],
    [6_000_000, '5,000 km'],
    [0.0003, '0.2 mm'],
  ])('%d m at most is %s', (metres, text) => expect(written(metres)).toBe(text));

  it.each([
    [0.03, '1 in'],
    [0.29, '10 in'],
    [0.3048, '1 ft'],
    [3.2, '10 ft'],
    [1609, '5,000 ft'],
    [1609.344, '1 mi'],
    [40_000, '20 mi'],
  ])('%d m at most is %s in imperial units', (metres, text) => expect(written(metres, 'imperial')).toBe(text));

  it('fits, and is no shorter than two fifths of the available width, at any scale', () => {
    for (let power = -3; power <= 7; power += 0.01) {
      const longest = 10 ** power;
      const { metres } = niceLength(longest)!;
      expect(metres).toBeLessThanOrEqual(longest * (1 + 1e-8));
      expect(metres).toBeGreaterThanOrEqual((longest / 2.5) * (1 - 1e-8));
    }
  });

  it.each([0, -3, Number.NaN, Number.POSITIVE_INFINITY])('there is none for %d', (metres) => {
    expect(niceLength(metres)).toBeNull();
  });
});
