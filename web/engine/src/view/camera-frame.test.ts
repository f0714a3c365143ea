import { DEG_PER_RAD, type Vec3, dot, normalize, scale } from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { type CameraFrame, cameraFrame, farPlane, withDepthRange } from './camera-frame.ts';
import { rayAt } from './view-rays.ts';

const CUT = 1;
const rayDirection = (camera: CameraFrame, x: number, y: number) => rayAt(camera, x, y).directionEnu;
const looking = (height: number, widthPx = 800, heightPx = 500, direction: Vec3 = [0, 0, -1], up: Vec3 = [0, 1, 0]) =>
  cameraFrame({ positionEnu: [0, 0, height], direction, up }, widthPx, heightPx, CUT, farPlane(height, CUT));

/** Metres between two steps of a depth buffer of 24 bits at a distance along the view. */
const stepAt = ({ depthNear }: CameraFrame, along: number) => along ** 2 / (depthNear * 2 ** 24);

describe('the field of view', () => {
  const slopeAt = (fovYDeg: number, y: number) => {
    const frame = cameraFrame(
      { positionEnu: [0, 0, 0], direction: [0, 1, 0], up: [0, 0, 1] },
      800,
      500,
      1,
      1e5,
      fovYDeg,
    );
    const [, ahead, upward] = rayDirection(frame, 400, y);
    return upward / ahead;
  };

  it('is the angle of the upper edge of the image: for 60° of height, or for the given angle', () => {
    expect(slopeAt(90, 0)).toBeCloseTo(1, 12);
    expect(slopeAt(90, 500)).toBeCloseTo(-1, 12);
    expect(slopeAt(2 * (Math.atan(0.25) * DEG_PER_RAD), 0)).toBeCloseTo(0.25, 12);
    expect(rayDirection(looking(0, 800, 500, [0, 1, 0], [0, 0, 1]), 400, 0)[2]).toBeCloseTo(0.5, 12);
  });

  it('has the same number of pixels per radian as a lens of its length', () => {
    const pixels = (fovYDeg: number) =>
      cameraFrame({ positionEnu: [0, 0, 0], direction: [0, 1, 0], up: [0, 0, 1] }, 800, 500, 1, 1e5, fovYDeg);
    expect(pixels(90).pixelsPerMetre).toBeCloseTo(250, 9);
    expect(pixels(60).pixelsPerMetre).toBeCloseTo(250 * Math.sqrt(3), 9);
  });

  it('brings each pixel back to itself: ray, clip matrix, planes and a later near plane agree', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 150, noNaN: true }),
        numberBetween(0, 800),
        numberBetween(0, 500),
        (fovYDeg, x, y) => {
          const pose = { positionEnu: [5, 6, 7] as Vec3, direction: normalize([1, 2, -1]), up: normalize([1, 2, 5]) };
          const frame = cameraFrame(pose, 800, 500, 1, 1e5, fovYDeg);
          const [dx, dy, dz] = rayDirection(frame, x, y);
          for (const { clipFromEnuAxes: m } of [frame, withDepthRange(frame, 300)]) {
            const row = (i: number) => m[i]! * dx + m[4 + i]! * dy + m[8 + i]! * dz;
            expect((1 + row(0) / row(3)) * 400).toBeCloseTo(x, 6);
            expect((1 - row(1) / row(3)) * 250).toBeCloseTo(y, 6);
          }
          for (let i = 4; i < 20; i += 4) {
            const [nx, ny, nz] = frame.planes.subarray(i, i + 3);
            expect(nx! * dx + ny! * dy + nz! * dz).toBeGreaterThan(-1e-9);
          }
        },
      ),
    );
  });
});

describe('the range of depth', () => {
  it('begins at half the distance of the nearest tile, and leaves the cutting plane where it is', () => {
    const camera = withDepthRange(looking(1990), 1980);
    expect(camera.depthNear).toBeCloseTo(990, 9);
    expect(camera.near).toBe(CUT);
    expect(stepAt(camera, 1990)).toBeLessThan(0.001);
    expect(withDepthRange(looking(30), 0).depthNear).toBe(CUT);
    expect(withDepthRange(looking(30), 1.2).depthNear).toBe(CUT);
    // On the ground, far from the site.
    expect(withDepthRange({ ...looking(-8000), x: 320_000 }, 1.2).depthNear).toBe(CUT);
  });

  it.each([0, 1980, Infinity])('has no jump at any height, with the nearest tile at %s m', (nearest) => {
    for (let height = 1; height < 20_000; height *= 1.001) {
      const [low, high] = [height, height * 1.001].map((z) => withDepthRange(looking(z), nearest));
      expect(high!.depthNear - low!.depthNear).toBeLessThan(0.01 * height * 0.001 + 1e-9);
    }
  });

  it('cuts off no part of the nearest tile, in any corner of a screen of any shape', () => {
    const unit = numberBetween(0, 1);
    fc.assert(
      fc.property(
        unit,
        unit,
        fc.integer({ min: 100, max: 4000 }),
        fc.double({ min: 30, max: 1e5, noNaN: true }),
        (u, v, widthPx, away) => {
          const camera = looking(100, widthPx);
          const point = scale(rayDirection(camera, u * widthPx, v * 500), away);
          expect(dot(point, camera.direction)).toBeGreaterThan(withDepthRange(camera, away).depthNear - 1e-9);
        },
      ),
    );
  });

  it('is what the clip matrix has: −1 where depth begins and 1 at the far plane', () => {
    const direction = normalize([1, 2, -1]);
    const camera = withDepthRange(looking(300, 800, 500, direction, normalize([1, 2, 5])), 200);
    const depthOf = (along: number) => {
      const m = camera.clipFromEnuAxes;
      const [x, y, zz] = scale(direction, along);
      const row = (i: number) => m[i]! * x + m[4 + i]! * y + m[8 + i]! * zz + m[12 + i]!;
      return row(2) / row(3);
    };
    expect(depthOf(camera.depthNear)).toBeCloseTo(-1, 9);
    expect(depthOf(camera.far)).toBeCloseTo(1, 9);
  });
});
