import { type PickingInfo, WebMercatorViewport } from '@deck.gl/core';
import { describe, expect, it } from 'vitest';
import { distance, enuFrame, ecefFromLla } from '@overlook/shared/maths';
import { pickedPlace } from './picked-place.ts';
import { SiteDrawing } from './site-drawing.ts';

const ORIGIN = { longitude: 138.5, latitude: -35, height: 30 };
const DEVICE = { createTexture: () => ({ destroy: () => undefined }) };
const PLACE = { longitude: 138.5008, latitude: -34.9996, height: 0 };
const VIEWPORT = new WebMercatorViewport({ ...ORIGIN, width: 800, height: 600, zoom: 18, pitch: 40, bearing: 30 });
/** A pixel is wider than this nowhere near the place. */
const PIXEL_METRES = 1.5;

/** What deck.gl says of the pixel in which the place is drawn. */
function pickOf(pixelRatio: number): PickingInfo {
  const { longitude, latitude, height } = PLACE;
  const [x, y] = VIEWPORT.project([longitude, latitude, height]) as [number, number];
  const devicePixel = [x, VIEWPORT.height - y].map((px) => Math.floor(px * pixelRatio));
  return { viewport: VIEWPORT, coordinate: [longitude, latitude, height], devicePixel, pixelRatio } as never;
}

describe('a picked place', () => {
  it.each([1, 1.5, 2, 3])('is under the pointer where a pixel of the page has %d of the screen', (pixelRatio) => {
    const drawing = new SiteDrawing(DEVICE as never, enuFrame(ORIGIN));
    const { lla, pointEcef } = pickedPlace(pickOf(pixelRatio), drawing)!;
    expect(distance(ecefFromLla(lla), ecefFromLla(PLACE))).toBeLessThan(PIXEL_METRES / pixelRatio);
    expect(distance(pointEcef, ecefFromLla(lla))).toBeLessThan(0.001);
  });

  it('does not exist without a depth', () => {
    const drawing = new SiteDrawing(DEVICE as never, enuFrame(ORIGIN));
    expect(pickedPlace({ ...pickOf(1), coordinate: [PLACE.longitude, PLACE.latitude] }, drawing)).toBeNull();
  });
});
