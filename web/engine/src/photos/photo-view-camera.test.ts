import { describe, expect, it } from 'vitest';
import { type Vec3, enuFrame, photoCameraEcef, photoPixelOf, transformPoint } from '@overlook/shared/maths';
import { screenX, screenY, toClip } from '../overlays/screen-projection.ts';
import { markCameraOf, type PhotoViewCamera, placeInView } from './photo-view-camera.ts';

const SITE = enuFrame({ longitude: 138.4932, latitude: -35.0789, height: 30 });
const PLACE = { longitude: 138.4931, latitude: -35.079, height: 41 };
const LENS = { projection: 'perspective', widthPx: 4000, heightPx: 3000, hfovDeg: 73 } as const;
const camera = photoCameraEcef(PLACE, { headingDeg: 20, pitchDeg: -12, rollDeg: 3 }, LENS);
const FOCAL_PX = 2000 / Math.tan((73 / 2) * (Math.PI / 180));

/** The photo at a scale, its upper left corner at `left`, `top` CSS pixels. */
const viewAt = (scale: number, left: number, top: number): PhotoViewCamera => ({
  positionEcef: camera.position,
  directionEcef: camera.direction,
  upEcef: camera.up,
  focalPx: FOCAL_PX * scale,
  axisPx: [left + 2000 * scale, top + 1500 * scale],
  widthPx: 600,
  heightPx: 450,
});

describe('the camera for marks over a view of a photo', () => {
  it('projects a point to its pixel in the photo, zoomed and panned', () => {
    for (const [scale, left, top] of [
      [0.15, 0, 0],
      [0.6, -700, -300],
    ] as const) {
      const view = viewAt(scale, left, top);
      for (let i = 0; i < 50; i++) {
        const pointEcef = transformPoint(SITE.ecefFromEnu, [((7 * i) % 40) - 20, 20 + i, (i % 9) - 2]) as Vec3;
        const pixel = photoPixelOf(camera, pointEcef)!;
        const expected = [left + pixel.x * scale, top + pixel.y * scale];
        const place = placeInView(view, pointEcef)!;
        expect(Math.hypot(place.x - expected[0]!, place.y - expected[1]!)).toBeLessThan(1e-4);
        const markCamera = markCameraOf(view, SITE);
        const clip = new Float64Array(3);
        toClip(markCamera, Float64Array.from(transformPoint(SITE.enuFromEcef, pointEcef)), clip);
        const [x, y, w] = clip as unknown as [number, number, number];
        const drawn = [screenX(x, w, markCamera), screenY(y, w, markCamera)];
        expect(Math.hypot(drawn[0]! - expected[0]!, drawn[1]! - expected[1]!)).toBeLessThan(1e-4);
      }
    }
  });

  it('projects nothing that is behind the camera', () => {
    const behind = camera.position.map((at, i) => at - 10 * camera.direction[i]!) as Vec3;
    expect(placeInView(viewAt(1, 0, 0), behind)).toBeNull();
  });
});
