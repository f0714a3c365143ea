import { cross, distance, dot, enuFrame, ecefFromLla } from '@overlook/shared/maths';
import { expect, it } from 'vitest';
import { enuFromPose, isSamePose, poseFromEnu } from './enu-pose.ts';

const frame = enuFrame({ longitude: 115.9, latitude: -31.95, height: 30 });
const pose = {
  position: ecefFromLla({ longitude: 115.91, latitude: -31.94, height: 170 }),
  direction: [0.6, 0.8, 0] as [number, number, number],
  up: [0, 0, 1] as [number, number, number],
};

it('an unchanged pose is restored bit for bit; a rebuilt one within about a nanometre', () => {
  const enu = enuFromPose(pose, frame);
  expect(poseFromEnu(enu, frame)).toBe(pose);
  const again = poseFromEnu({ ...enu }, frame);
  expect(distance(again.position, pose.position)).toBeLessThan(1e-8);
  expect(distance(again.direction, pose.direction)).toBeLessThan(1e-14);
  expect(isSamePose(enu, { ...enu })).toBe(true);
});

it('makes stored axes orthonormal and refuses a position that is not finite', () => {
  const enu = enuFromPose({ ...pose, direction: [3, 4, 0], up: [1, 0, 1] }, frame);
  expect(dot(enu.direction, enu.up)).toBeCloseTo(0, 15);
  expect(dot(enu.direction, enu.direction)).toBeCloseTo(1, 15);
  expect(dot(cross(enu.direction, enu.up), cross(enu.direction, enu.up))).toBeCloseTo(1, 14);
  expect(enuFromPose({ ...pose, up: [0.6, 0.8, 0] }, frame).up.every(Number.isFinite)).toBe(true);
  expect(() => enuFromPose({ ...pose, position: [Number.NaN, 0, 0] }, frame)).toThrow(RangeError);
});
