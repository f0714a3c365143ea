import { describe, expect, it } from 'vitest';
import { RAD_PER_DEG } from './angles.ts';
import { enuFrame } from './geodesy.ts';
import { transformPoint } from './matrix.ts';
import {
  isInPicture,
  type PhotoCamera,
  photoCameraEcef,
  photoOrientationEnu,
  photoPixelOf,
  photoRayOf,
  verticalFovDeg,
} from './photo-camera.ts';
import { distance, type Vec3 } from './vector.ts';

const perspective = { projection: 'perspective', widthPx: 4000, heightPx: 3000, hfovDeg: 90 } as const;
const sphere = { projection: 'equirectangular', widthPx: 4096, heightPx: 2048, crop: null } as const;
const at = (angles: { headingDeg: number; pitchDeg: number; rollDeg: number }, lens: PhotoCamera['lens']) => ({
  ...photoOrientationEnu(angles),
  position: [10, 20, 2] as Vec3,
  lens,
});
const LEVEL_EAST = { headingDeg: 90, pitchDeg: 0, rollDeg: 0 };

describe('the camera of a photo', () => {
  it('shows a point on the optical axis in the middle', () => {
    for (const lens of [perspective, sphere]) {
      const pixel = photoPixelOf(at(LEVEL_EAST, lens), [60, 20, 2])!;
      expect(pixel.x).toBeCloseTo(lens.widthPx / 2, 9);
      expect(pixel.y).toBeCloseTo(lens.heightPx / 2, 9);
    }
  });

  it('shows a point 45° to the right at the right edge of a lens of 90°', () => {
    // South is to the right of east.
    const pixel = photoPixelOf(at(LEVEL_EAST, perspective), [60, -30, 2])!;
    expect(pixel.x).toBeCloseTo(4000, 9);
    expect(pixel.y).toBeCloseTo(1500, 9);
    expect(photoPixelOf(at(LEVEL_EAST, sphere), [60, -30, 2])!.x).toBeCloseTo(2048 + 4096 / 8, 9);
  });

  it('has the heading at the upper edge when it looks straight down', () => {
    const camera = at({ headingDeg: 90, pitchDeg: -90, rollDeg: 0 }, perspective);
    const pixel = photoPixelOf(camera, [11, 20, 0])!;
    expect(pixel.x).toBeCloseTo(2000, 6);
    expect(pixel.y).toBeCloseTo(1500 - 1000, 6);
  });

  it('sinks the horizon to the left when it rolls clockwise', () => {
    const camera = at({ ...LEVEL_EAST, rollDeg: 10 }, perspective);
    const left = photoPixelOf(camera, [60, 30, 2])!;
    const right = photoPixelOf(camera, [60, 10, 2])!;
    expect(left.y).toBeGreaterThan(1500);
    expect(right.y).toBeLessThan(1500);
    expect(Math.atan2(left.y - right.y, right.x - left.x) / RAD_PER_DEG).toBeCloseTo(10, 9);
  });

  it('gives the ray of each pixel back as that pixel', () => {
    const cropped = {
      ...sphere,
      widthPx: 2000,
      heightPx: 700,
      crop: { fullWidthPx: 4096, fullHeightPx: 2048, leftPx: 900, topPx: 400 },
    };
    for (const lens of [perspective, sphere, cropped])
      for (let i = 1; i < 200; i++) {
        const camera = at({ headingDeg: 37 * i, pitchDeg: ((13 * i) % 170) - 85, rollDeg: (7 * i) % 90 }, lens);
        const pixel = { x: ((0.61803 * i) % 1) * lens.widthPx, y: ((0.41421 * i) % 1) * lens.heightPx };
        const [dx, dy, dz] = photoRayOf(camera, pixel);
        const shown = photoPixelOf(camera, [10 + 30 * dx, 20 + 30 * dy, 2 + 30 * dz])!;
        expect(Math.hypot(shown.x - pixel.x, shown.y - pixel.y)).toBeLessThan(1e-6);
      }
  });

  it('sees nothing behind a lens, nor at its own place', () => {
    const camera = at(LEVEL_EAST, perspective);
    expect(photoPixelOf(camera, [-60, 20, 2])).toBeNull();
    expect(photoPixelOf(camera, camera.position)).toBeNull();
  });

  it('is placed on the earth by degrees, with its angles about its own vertical', () => {
    const place = { longitude: 138.49, latitude: -35.08, height: 60 };
    const camera = photoCameraEcef(place, { headingDeg: 0, pitchDeg: 0, rollDeg: 0 }, perspective);
    const north = transformPoint(enuFrame(place).ecefFromEnu, [0, 100, 0]);
    expect(distance(camera.position, north)).toBeCloseTo(100, 6);
    const pixel = photoPixelOf(camera, north)!;
    expect(Math.hypot(pixel.x - 2000, pixel.y - 1500)).toBeLessThan(1e-6);
  });

  it('knows its vertical field of view and its edges', () => {
    expect(verticalFovDeg(perspective)).toBeCloseTo((2 * Math.atan(0.75)) / RAD_PER_DEG, 9);
    expect(isInPicture({ x: 0, y: 2999.9 }, perspective)).toBe(true);
    expect(isInPicture({ x: 4000, y: 0 }, perspective)).toBe(false);
  });
});
