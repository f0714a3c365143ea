import { expect, it } from 'vitest';
import { sampleOffsetPx, STILL_SAMPLES } from './sub-pixel.ts';

const OFFSETS = Array.from({ length: STILL_SAMPLES }, (_, sample) => sampleOffsetPx(sample));

it('each quarter of the pixel has about as many samples as the others', () => {
  const quarters = new Map<string, number>();
  for (const [x, y] of OFFSETS.slice(0, -1)) {
    expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(0.5);
    const quarter = `${x < 0} ${y < 0}`;
    quarters.set(quarter, (quarters.get(quarter) ?? 0) + 1);
  }
  expect(quarters.size).toBe(4);
  for (const count of quarters.values()) expect(count).toBeGreaterThanOrEqual(2);
});

it('the mean of all samples is the middle of the pixel', () => {
  for (const axis of [0, 1] as const) {
    const mean = OFFSETS.reduce((sum, offset) => sum + offset[axis], 0) / STILL_SAMPLES;
    expect(Math.abs(mean)).toBeLessThan(0.05);
  }
});

it('the last sample is the middle of the pixel itself', () => {
  expect(OFFSETS.at(-1)).toEqual([0, 0]);
});
