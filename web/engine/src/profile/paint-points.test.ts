import { describe, expect, it } from 'vitest';
import type { BandPoints } from '../content/band-points.ts';
import { PointPainter } from './paint-points.ts';
import { nearestPoint, summaryOf } from './profile-points.ts';
import { type ProfileView, viewX, viewY } from './profile-view.ts';

const VIEW: ProfileView = { widthPx: 20, heightPx: 10, alongLeft: 0, upBottom: 0, pixelsPerMetre: 1, exaggeration: 1 };
const HEIGHTS = { upLeast: 0, upMost: 10 };
const RED = 0xff0000ff;
const GREEN = 0xff00ff00;

const chunk = (positions: number[], rest: Partial<BandPoints> = {}): BandPoints => ({
  positions: Float32Array.from(positions),
  colors: null,
  classes: null,
  ...rest,
});
const paint = (chunks: BandPoints[], by: 'scanned' | 'height' | 'distance' | 'class' = 'scanned', side = 1) =>
  new PointPainter().paint({ chunks, halfThicknessMetres: 1 }, VIEW, { by, heights: HEIGHTS }, side);
const at = (pixels: Uint32Array, x: number, y: number): number => pixels[y * VIEW.widthPx + x]!;
const painted = (pixels: Uint32Array): number => pixels.reduce((sum, color) => sum + (color === 0 ? 0 : 1), 0);

describe('painted points', () => {
  it('are drawn at their place in the view, the nearer one in front in any order', () => {
    const far = chunk([5.5, 0.5, 3.5], { colors: Uint32Array.of(RED) });
    const near = chunk([5.5, -0.5, 3.5], { colors: Uint32Array.of(GREEN) });
    for (const chunks of [
      [far, near],
      [near, far],
    ]) {
      const pixels = paint(chunks);
      expect(at(pixels, 5, 6)).toBe(GREEN);
      expect(painted(pixels)).toBe(1);
    }
  });

  it('are cut at the edges, and omitted beyond the thickness', () => {
    expect(painted(paint([chunk([0, 0, 0])], 'scanned', 4))).toBe(4);
    expect(painted(paint([chunk([-9, 0, 5, 40, 0, 5, 5, 0, 99, 5, 1.5, 5])], 'scanned', 4))).toBe(0);
  });

  it('have the colour of their height, of their distance on either side, and of their class', () => {
    const low = at(paint([chunk([5.5, 0, 0.5])], 'height'), 5, 9);
    const high = at(paint([chunk([5.5, 0, 9.5])], 'height'), 5, 0);
    expect(low).not.toBe(high);
    const [left, right] = [-0.8, 0.8].map((across) => at(paint([chunk([5.5, across, 3.5])], 'distance'), 5, 6));
    expect(left).toBe(right);
    expect(left).not.toBe(at(paint([chunk([5.5, 0, 3.5])], 'distance'), 5, 6));
    const [ground, building] = [2, 6].map((code) =>
      at(paint([chunk([5.5, 0, 3.5], { classes: Uint8Array.of(code) })], 'class'), 5, 6),
    );
    expect(ground).not.toBe(building);
  });
});

describe('points of a profile', () => {
  const chunks = [chunk([1, 0, 1, 2, 0.9, 5, 3, -2, 9]), chunk([4, 0, 2])];

  it('are counted and bounded within the thickness', () => {
    expect(summaryOf({ chunks, halfThicknessMetres: 1 })).toEqual({
      count: 3,
      bounds: { alongLeast: 1, alongMost: 4, upLeast: 1, upMost: 5 },
      hasColors: false,
      hasClasses: false,
    });
    expect(summaryOf({ chunks: [], halfThicknessMetres: 1 })).toMatchObject({ count: 0, bounds: null });
  });

  it('are found by the nearest to a pixel, within the thickness and the radius', () => {
    const points = { chunks, halfThicknessMetres: 1 };
    expect(nearestPoint(points, VIEW, [viewX(VIEW, 2.2), viewY(VIEW, 4.9)], 3)?.[0]).toBe(2);
    expect(nearestPoint(points, VIEW, [viewX(VIEW, 3), viewY(VIEW, 9)], 1)).toBeNull();
  });
});
