import { type Vec3, add, dot, normalize, scale, subtract } from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { type CameraFrame, cameraFrame, shiftedCamera, withOrthoDepths } from './camera-frame.ts';
import { distanceTo, rayAt, rayTo, toleranceReach } from './view-rays.ts';

const HEIGHT_M = 80;
const POSE = {
  positionEnu: [5, 6, 7] as Vec3,
  direction: normalize([1, 2, -1]),
  up: normalize([1, 2, 5]),
  orthoHeightM: HEIGHT_M,
};
const frame = cameraFrame(POSE, 800, 500, 1, 1e5);

function clipOf({ clipFromEnuAxes: m, x, y, z }: CameraFrame, point: Vec3): number[] {
  const p = subtract(point, [x, y, z]);
  return [0, 1, 2, 3].map((i) => m[i]! * p[0] + m[4 + i]! * p[1] + m[8 + i]! * p[2] + m[12 + i]!);
}

describe('an orthographic view', () => {
  it('brings each pixel back to itself at every distance: ray, clip matrix, planes and depth range agree', () => {
    fc.assert(
      fc.property(
        numberBetween(0, 800),
        numberBetween(0, 500),
        fc.double({ min: -19_000, max: 19_000, noNaN: true }),
        (x, y, along) => {
          const { originEnu, directionEnu } = rayAt(frame, x, y);
          const point = add(originEnu, scale(directionEnu, along + 20_000));
          for (const camera of [frame, withOrthoDepths(frame, [-300, 900])]) {
            const [cx, cy, , w] = clipOf(camera, point);
            expect(w).toBe(1);
            expect((1 + cx!) * 400).toBeCloseTo(x, 6);
            expect((1 - cy!) * 250).toBeCloseTo(y, 6);
          }
          for (let i = 0; i < 20; i += 4) {
            const [nx, ny, nz, d] = frame.planes.subarray(i, i + 4);
            expect(nx! * point[0] + ny! * point[1] + nz! * point[2] + d!).toBeGreaterThan(-1e-6);
          }
          expect(rayTo(frame, point)!.directionEnu).toEqual(frame.direction);
          expect(rayTo(frame, point)!.distanceM).toBeCloseTo(distanceTo(frame, point), 9);
          rayTo(frame, point)!.originEnu.forEach((value, k) => expect(value).toBeCloseTo(originEnu[k]!, 6));
        },
      ),
    );
  });

  it('has the same size everywhere: as many pixels a metre as its height says', () => {
    expect(frame.pixelsPerMetre).toBeCloseTo(500 / HEIGHT_M, 12);
    const at = (along: number) =>
      clipOf(frame, add([5, 6, 7], add(scale(frame.direction, along), scale(frame.up, 40))));
    for (const along of [-5000, 0, 30, 12_000]) expect(at(along)[1]).toBeCloseTo(1, 9);
  });

  it('has a depth that is linear from the nearest to the farthest that is drawn, with room for what is beside tiles', () => {
    const ranged = withOrthoDepths(frame, [-30, 970]);
    expect([ranged.depthNear, ranged.far]).toEqual([-530, 1470]);
    const depthAt = (along: number) => clipOf(ranged, add([5, 6, 7], scale(frame.direction, along)))[2]!;
    expect(depthAt(-530)).toBeCloseTo(-1, 9);
    expect(depthAt(470)).toBeCloseTo(0, 9);
    expect(depthAt(1470)).toBeCloseTo(1, 9);
  });

  it('cuts nothing that is before the camera, and is shifted as a perspective view is', () => {
    expect(frame.near).toBeLessThan(-10_000);
    const [x, y] = clipOf(shiftedCamera(frame, [0.25, -0.5]), add(POSE.positionEnu, scale(frame.direction, 50)));
    expect([x, y]).toEqual([expect.closeTo(0.25, 9), expect.closeTo(-0.5, 9)]);
  });

  it('has the tolerances of the perspective view of its scale', () => {
    const reach = toleranceReach(frame, 20_000);
    const perspective = cameraFrame({ ...POSE, orthoHeightM: undefined as never }, 800, 500, 1, 1e5);
    expect(perspective.pixelsPerMetre / reach).toBeCloseTo(frame.pixelsPerMetre, 9);
    expect(dot(frame.direction, frame.right)).toBeCloseTo(0, 12);
  });
});
