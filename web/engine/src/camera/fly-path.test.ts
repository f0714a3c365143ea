import { axesForVertical, distance, dot, enuFrame, orientationOf, type Vec3 } from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { flatGround, ellipsoidGround } from './ground-model.ts';
import type { EnuPose } from '../view/enu-pose.ts';
import { approachPath, flyPath } from './fly-path.ts';

const AXES = axesForVertical([0, 0, 1]);
const poseIn = (reach: number, low: number, high: number) =>
  fc
    .record({
      x: numberBetween(-reach, reach),
      y: numberBetween(-reach, reach),
      z: numberBetween(low, high),
      headingRad: numberBetween(-3, 3),
      pitchRad: numberBetween(-1.57, 1.5),
    })
    .map((s): EnuPose => ({ positionEnu: [s.x, s.y, s.z], ...orientationOf({ ...s, rollRad: 0 }, AXES) }));
const STEPS = Array.from({ length: 101 }, (_, i) => i / 100);

describe('flyPath', () => {
  it('begins and ends at its ends, without jumps, upright vectors all the way', () => {
    fc.assert(
      fc.property(poseIn(5000, 2, 5000), poseIn(5000, 2, 5000), (from, to) => {
        const path = flyPath(from, to, flatGround(0));
        expect(path(0)).toBe(from);
        expect(path(1)).toBe(to);
        expect(distance(path(1e-6).positionEnu, from.positionEnu)).toBeLessThan(0.01);
        expect(distance(path(1 - 1e-6).positionEnu, to.positionEnu)).toBeLessThan(0.01);
        expect(distance(path(1 - 1e-6).direction, to.direction)).toBeLessThan(1e-3);
        for (const t of STEPS) {
          const pose = path(t);
          expect(Math.abs(dot(pose.direction, pose.up))).toBeLessThan(1e-9);
        }
      }),
    );
  });

  it('is never under the ground', () => {
    fc.assert(
      fc.property(poseIn(20_000, 2, 5000), poseIn(20_000, 2, 5000), numberBetween(-50, 50), (a, b, ground) => {
        const lifted = (pose: EnuPose): EnuPose => {
          const [x, y, z] = pose.positionEnu;
          return { ...pose, positionEnu: [x, y, z + ground] };
        };
        const path = flyPath(lifted(a), lifted(b), flatGround(ground));
        for (const t of STEPS) expect(path(t).positionEnu[2]).toBeGreaterThan(ground + 2 - 1e-6);
      }),
    );
  });

  it('from a pit stays above the deeper end', () => {
    fc.assert(
      fc.property(poseIn(500, -60, 100), poseIn(500, -60, 100), (from, to) => {
        const deepest = Math.min(from.positionEnu[2], to.positionEnu[2]);
        const path = flyPath(from, to, flatGround(0));
        for (const t of STEPS) expect(path(t).positionEnu[2]).toBeGreaterThan(deepest - 1e-6);
      }),
    );
  });

  it('rises for a long distance and not for a short one', () => {
    const at = (x: number): EnuPose => ({ positionEnu: [x, 0, 20], direction: [0, 1, 0], up: [0, 0, 1] });
    const top = (x: number) => Math.max(...STEPS.map((t) => flyPath(at(0), at(x), flatGround(0))(t).positionEnu[2]));
    expect(top(4000)).toBeGreaterThan(1000);
    expect(top(10)).toBeLessThan(21);
  });

  it('follows the curve of the earth from site to site', () => {
    const frame = enuFrame({ longitude: 115.9, latitude: -31.95, height: 30 });
    const ground = ellipsoidGround(frame, 0);
    const elsewhere = enuFrame({ longitude: 10.7, latitude: 59.9, height: 30 });
    const place: Vec3 = [0, 1, 2].map(
      (i) => elsewhere.ecefFromEnu[12 + i]! + elsewhere.ecefFromEnu[8 + i]! * 150,
    ) as Vec3;
    const m = frame.enuFromEcef;
    const end = [0, 1, 2].map(
      (i) => m[i]! * place[0] + m[4 + i]! * place[1] + m[8 + i]! * place[2] + m[12 + i]!,
    ) as Vec3;
    const down = ground.verticalAt(end).map((v) => -v) as Vec3;
    const path = flyPath(
      { positionEnu: [0, 0, 150], direction: [0, 0, -1], up: [0, 1, 0] },
      { positionEnu: end, direction: down, up: axesForVertical(down).north },
      ground,
    );
    const heights = STEPS.map((t) => ground.heightAt(path(t).positionEnu));
    expect(Math.min(...heights)).toBeGreaterThan(2);
    expect(Math.max(...heights)).toBeGreaterThan(1e6);
    // When both ends look down, the whole path does.
    for (const t of STEPS) {
      const pose = path(t);
      expect(-dot(pose.direction, ground.verticalAt(pose.positionEnu))).toBeGreaterThan(0.99);
    }
  });
});

it('approachPath holds the direction and reaches its part of the distance', () => {
  const from: EnuPose = { positionEnu: [0, 0, 100], direction: [0, 1, 0], up: [0, 0, 1] };
  const path = approachPath(from, [0, 100, 0], 0.25);
  expect(path(0)).toBe(from);
  expect(distance(path(1).positionEnu, [0, 100, 0])).toBeCloseTo(Math.hypot(100, 100) / 4, 9);
  expect(path(0.5).direction).toEqual(from.direction);
});
