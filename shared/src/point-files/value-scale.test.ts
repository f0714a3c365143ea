import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '../maths/testing/index.ts';
import { AS_IT_IS, ColorRange, colorScale, intensityScale, scaled, IntensityRange } from './value-scale.ts';

function rangeOf(...values: number[]): IntensityRange {
  const range = new IntensityRange();
  for (const value of values) range.add(value);
  return range;
}

describe('intensities become 16 bits', () => {
  it.each([
    ['shares', 0, 1],
    ['bytes', 0, 255],
    ['16 bits', 0, 65_535],
  ])('of %s: the least is 0 and the greatest 65535', (_, least, greatest) => {
    const scale = intensityScale(rangeOf(least, greatest));
    expect([scaled(least, scale), scaled(greatest, scale)]).toEqual([0, 65_535]);
  });

  it.each([
    ['has a negative value', -1, 2047],
    ['has none above 2047', 256, 2047],
  ])('of a PTS file that %s: −2048 is 0 and 2047 is the last step of 16', (_, least, greatest) => {
    const scale = intensityScale(rangeOf(least, greatest));
    expect([-2048, 0, 2047].map((value) => scaled(value, scale))).toEqual([0, 32_768, 65_520]);
  });

  it('of 12 bits without a sign stay as they are', () => {
    expect(scaled(2048, intensityScale(rangeOf(0, 2048)))).toBe(2048);
  });
});

describe('colours', () => {
  const scaleOf = (...values: number[]) => {
    const range = new ColorRange();
    for (const value of values) range.add(value);
    return colorScale(range);
  };

  it('of 0 to 1 become bytes, others stay as they are', () => {
    expect([0, 0.5, 1].map((value) => scaled(value, scaleOf(0, 1)))).toEqual([0, 128, 255]);
    expect(scaled(255, scaleOf(0, 255))).toBe(255);
    expect(scaled(40_000, scaleOf(0, 65_535))).toBe(40_000);
  });

  it('are not decided by one odd value', () => {
    const shares = Array.from({ length: 1000 }, (_, i) => (i + 1) / 1001);
    expect(scaleOf(...shares, NaN, 7)).toEqual(scaleOf(1));
    const night = Array.from<number>({ length: 2000 }).fill(1);
    expect(scaleOf(...night, 0, 200)).toEqual(AS_IT_IS);
  });
});

it('a scaled value is a whole number of 16 bits, and the order of values stays', () => {
  const value = numberBetween(-1e6, 1e6);
  fc.assert(
    fc.property(value, value, value, value, (a, b, c, d) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const scale = intensityScale(rangeOf(Math.min(c, d), Math.max(c, d)));
      const [first, second] = [scaled(low, scale), scaled(high, scale)];
      expect(first).toBeLessThanOrEqual(second);
      for (const one of [first, second]) expect(Uint16Array.of(one)[0]).toBe(one);
    }),
  );
  expect(scaled(NaN, intensityScale(rangeOf(0, 1)))).toBe(0);
});

it('a few odd intensities do not decide the scale of all', () => {
  const deep = Array.from({ length: 2000 }, (_, i) => 20 * i);
  expect(intensityScale(rangeOf(...deep, NaN, -1))).toEqual(AS_IT_IS);
  expect(intensityScale(rangeOf(...deep, -1, -2, -3))).not.toEqual(AS_IT_IS);
  const shares = deep.map((value) => value / 40_000);
  expect(intensityScale(rangeOf(...shares, 300))).toEqual(intensityScale(rangeOf(0, 1)));
});
