import { describe, expect, it } from 'vitest';
import { clamped, type Placement, toPixel, toView, WHOLE, zoomedAt } from './photo-zoom.ts';

const PICTURE = { widthPx: 4000, heightPx: 3000 };
const VIEW = { width: 600, height: 600 };

const placement = (part: Partial<Placement>): Placement => ({ ...WHOLE, ...part });

describe('a photo in its view', () => {
  it('is completely visible and in the middle at 100 %', () => {
    // 4000 pixels over 600: 450 high, 75 of the view above and below.
    expect(toView({ x: 0, y: 0 }, WHOLE, PICTURE, VIEW)).toEqual({ x: 0, y: 75 });
    expect(toView({ x: 4000, y: 3000 }, WHOLE, PICTURE, VIEW)).toEqual({ x: 600, y: 525 });
  });

  it.each([
    [1, { x: 525, y: 0 }],
    [2, { x: 600, y: 525 }],
    [3, { x: 75, y: 600 }],
  ])('has its upper left corner elsewhere after %i quarter turns to the right', (turns, corner) => {
    expect(toView({ x: 0, y: 0 }, placement({ turns }), PICTURE, VIEW)).toEqual(corner);
  });

  it('is not zoomed beyond its limits', () => {
    const middle = { x: 300, y: 300 };
    expect(zoomedAt(WHOLE, 0.5, middle, PICTURE, VIEW).zoom).toBe(1);
    expect(zoomedAt(WHOLE, 100, middle, PICTURE, VIEW).zoom).toBe(8);
  });

  it('leaves none of the view empty that it can fill', () => {
    expect(clamped(placement({ x: 500, y: 500 }), PICTURE, VIEW)).toMatchObject({ x: 0, y: 0 });
    // At 200 % it is 1200 × 900 in 600 × 600.
    expect(clamped(placement({ zoom: 2, x: 500, y: -500 }), PICTURE, VIEW)).toMatchObject({ x: 300, y: -150 });
  });

  it('shows the same under the cursor while it is zoomed there, however it is turned', () => {
    for (const turns of [0, 1, 2, 3]) {
      const from = clamped(placement({ zoom: 2.5, x: 40, y: -30, turns }), PICTURE, VIEW);
      for (const at of [
        { x: 260, y: 310 },
        { x: 350, y: 290 },
      ]) {
        const before = toPixel(at, from, PICTURE, VIEW);
        const after = toPixel(at, zoomedAt(from, 1.3, at, PICTURE, VIEW), PICTURE, VIEW);
        expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(1e-9);
      }
    }
  });

  it('finds the pixel that it shows at a place', () => {
    for (const turns of [0, 1, 2, 3]) {
      const now = clamped(placement({ zoom: 3, x: 100, y: -80, turns }), PICTURE, VIEW);
      const pixel = { x: 1234.5, y: 678.9 };
      const found = toPixel(toView(pixel, now, PICTURE, VIEW), now, PICTURE, VIEW);
      expect(Math.hypot(found.x - pixel.x, found.y - pixel.y)).toBeLessThan(1e-9);
    }
  });
});
