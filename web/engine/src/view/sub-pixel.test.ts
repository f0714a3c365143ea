import { expect, it } from 'vitest';
import { cameraFrame } from './camera-frame.ts';
import { sampledCamera, sampleOffsetPx, STILL_SAMPLES } from './sub-pixel.ts';

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

it.each([1, 2, 3])(
  'each frame is shifted by its offset in device pixels, of which a CSS pixel has %d',
  (pixelRatio) => {
    const camera = cameraFrame({ positionEnu: [0, 0, 0], direction: [0, 1, 0], up: [0, 0, 1] }, 800, 600, 1, 1000);
    /** Device pixels from the middle of the picture, of a point that is straight ahead in the middle frame. */
    const placePx = (sample: number) => {
      const { clipFromEnuAxes: clip } = sampledCamera(camera, sample, pixelRatio);
      const [x, y, w] = [0, 1, 3].map((row) => clip[4 + row]! * 100 + clip[12 + row]!) as [number, number, number];
      return [((x / w) * 800 * pixelRatio) / 2, ((y / w) * 600 * pixelRatio) / 2] as const;
    };
    OFFSETS.forEach((offset, sample) => {
      const place = placePx(sample);
      expect(place[0]).toBeCloseTo(offset[0], 6);
      expect(place[1]).toBeCloseTo(offset[1], 6);
    });
  },
);
