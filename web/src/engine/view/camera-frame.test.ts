import { type Vec3, dot, normalize, scale } from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CameraFrame, cameraFrame, farPlane, rayDirection, withDepthRange } from './camera-frame.ts';

const CUT = 1;
const looking = (height: number, widthPx = 800, heightPx = 500, direction: Vec3 = [0, 0, -1], up: Vec3 = [0, 1, 0]) =>
  cameraFrame({ positionEnu: [0, 0, height], direction, up }, widthPx, heightPx, CUT, farPlane(height, CUT));

/** Metres between two steps of a depth buffer of 24 bits at a distance along the view. */
const stepAt = ({ depthNear }: CameraFrame, along: number) => along ** 2 / (depthNear * 2 ** 24);

describe('the range of depth', () => {
  it('begins at half the distance of the nearest tile, and leaves the cutting plane where it is', () => {
    const camera = withDepthRange(looking(1990), 1980);
    expect(camera.depthNear).toBeCloseTo(990, 9);
    expect(camera.near).toBe(CUT);
    expect(stepAt(camera, 1990)).toBeLessThan(0.001);
    expect(withDepthRange(looking(30), 0).depthNear).toBe(CUT);
    expect(withDepthRange(looking(30), 1.2).depthNear).toBe(CUT);
  });

  it.each([0, 1980, Infinity])('has no jump at any height, with the nearest tile at %s m', (nearest) => {
    for (let height = 1; height < 20_000; height *= 1.001) {
      const [low, high] = [height, height * 1.001].map((z) => withDepthRange(looking(z), nearest));
      expect(high!.depthNear - low!.depthNear).toBeLessThan(0.01 * height * 0.001 + 1e-9);
    }
  });

  it('cuts off nothing of the nearest tile, in any corner of a screen of any shape', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
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
