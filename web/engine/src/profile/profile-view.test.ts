import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import {
  axisTicks,
  exaggeratedView,
  fittedView,
  pannedView,
  placeAt,
  type ProfileView,
  viewX,
  viewY,
  zoomedView,
} from './profile-view.ts';

const views: fc.Arbitrary<ProfileView> = fc.record({
  widthPx: fc.integer({ min: 50, max: 3000 }),
  heightPx: fc.integer({ min: 50, max: 800 }),
  alongLeft: numberBetween(-50, 300),
  upBottom: numberBetween(-20, 50),
  pixelsPerMetre: numberBetween(0.5, 200),
  exaggeration: fc.constantFrom(1, 2, 5, 10),
});
const pixels = fc.tuple(numberBetween(0, 3000), numberBetween(0, 800));

describe('the view of a section', () => {
  it('converts from pixels to places and back', () => {
    fc.assert(
      fc.property(views, pixels, (view, [x, y]) => {
        const { along, up } = placeAt(view, x, y);
        expect(viewX(view, along)).toBeCloseTo(x, 5);
        expect(viewY(view, up)).toBeCloseTo(y, 5);
      }),
    );
  });

  it('keeps the place under the pointer while it zooms, and moves it with a drag', () => {
    fc.assert(
      fc.property(views, pixels, numberBetween(0.5, 2), (view, [x, y], factor) => {
        const before = placeAt(view, x, y);
        const zoomed = zoomedView(view, [x, y], factor);
        expect(placeAt(zoomed, x, y).along).toBeCloseTo(before.along, 5);
        expect(placeAt(zoomed, x, y).up).toBeCloseTo(before.up, 5);
        const panned = pannedView(view, [12, -7]);
        expect(placeAt(panned, x + 12, y - 7).along).toBeCloseTo(before.along, 5);
        expect(placeAt(panned, x + 12, y - 7).up).toBeCloseTo(before.up, 5);
      }),
    );
  });

  it('shows all of the fitted extent, with heights exaggerated or not', () => {
    fc.assert(
      fc.property(views, numberBetween(1, 500), numberBetween(0.1, 80), (size, length, height) => {
        const bounds = { alongLeast: 3, alongMost: 3 + length, upLeast: -2, upMost: -2 + height };
        const view = fittedView(bounds, size, size.exaggeration);
        expect(viewX(view, bounds.alongLeast)).toBeGreaterThanOrEqual(0);
        expect(viewX(view, bounds.alongMost)).toBeLessThanOrEqual(view.widthPx);
        expect(viewY(view, bounds.upMost)).toBeGreaterThanOrEqual(0);
        expect(viewY(view, bounds.upLeast)).toBeLessThanOrEqual(view.heightPx);
      }),
    );
  });

  it('stretches only heights, about the middle', () => {
    const view = fittedView(
      { alongLeast: 0, alongMost: 100, upLeast: 0, upMost: 20 },
      { widthPx: 800, heightPx: 200 },
      1,
    );
    const high = exaggeratedView(view, 5);
    expect(viewY(high, 10)).toBeCloseTo(viewY(view, 10), 6);
    expect(viewY(high, 10) - viewY(high, 12)).toBeCloseTo(5 * (viewY(view, 10) - viewY(view, 12)), 6);
    expect(viewX(high, 40)).toBe(viewX(view, 40));
  });

  it.each([
    [0, 1000, 10, 80, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 0],
    [-0.31, 400, 400, 80, [-0.2, 0, 0.2, 0.4, 0.6], 1],
    [7, 500, 2.2, 80, [50, 100, 150, 200], 0],
  ])('has ticks at round metres from %d on', (from, size, pixelsPerMetre, apart, values, decimals) => {
    expect(axisTicks(from, size, pixelsPerMetre, apart)).toEqual({ values, decimals });
  });
});
