import { describe, expect, it } from 'vitest';
import { type Vec3, enuFrame, photoPixelOf, transformPoint } from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { placeInView } from '@overlook/engine';
import type { PhotoFrame } from '../photo-frame.ts';
import { photoCamera, viewCameraOf } from './photo-camera-of.ts';
import { aNearbyPhoto } from '../testing/a-nearby-photo.ts';

const PLACE = { longitude: 138.4931, latitude: -35.079, altitude: 41 };
const photo = aNearbyPhoto({ pois: [PLACE] }, { angles: { headingDeg: 20, pitchDeg: -12, rollDeg: 3 } });

/** The photo turned clockwise by quarters about its middle, zoomed and moved. */
function frameTurned(quarters: number): PhotoFrame {
  const [cosine, sine] = [Math.cos((quarters * Math.PI) / 2), Math.sin((quarters * Math.PI) / 2)];
  return {
    photo,
    sizeCss: { width: 600, height: 500 },
    toView: ({ x, y }) => {
      const [dx, dy] = [0.2 * (x - 2000), 0.2 * (y - 1500)];
      return { x: 280 + cosine * dx - sine * dy, y: 260 + sine * dx + cosine * dy };
    },
    toPixel: () => null,
    subscribe: () => () => undefined,
  };
}

describe('the camera of a view of a photo', () => {
  it('puts a point where the view shows its pixel, in each quarter turn', () => {
    const frame = enuFrame({ longitude: PLACE.longitude, latitude: PLACE.latitude, height: PLACE.altitude });
    for (const quarters of [0, 1, 2, 3])
      for (let i = 0; i < 30; i++) {
        const point = transformPoint(frame.ecefFromEnu, [((7 * i) % 30) - 10, 25 + i, (i % 9) - 8]) as Vec3;
        const shown = frameTurned(quarters).toView(photoPixelOf(photoCamera(photo)!, point)!)!;
        const placed = placeInView(viewCameraOf(frameTurned(quarters))!, point)!;
        expect(Math.hypot(placed.x - shown.x, placed.y - shown.y)).toBeLessThan(1e-4);
      }
  });

  it('is not known without a field of view or angles', () => {
    const without = (part: object) => ({ ...photo, photo: { ...photo.photo, ...part } }) as NearbyPhoto;
    expect(photoCamera(without({ hfovDeg: null }))).toBeNull();
    expect(photoCamera(without({ angles: null }))).toBeNull();
    expect(viewCameraOf({ ...frameTurned(0), photo: without({ angles: null }) })).toBeNull();
  });
});
