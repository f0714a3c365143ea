import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberBetween } from './testing/index.ts';
import { rayToEllipsoid } from './ellipsoid.ts';
import { ecefFromLla } from './geodesy.ts';
import {
  type Orientation,
  anglesOf,
  axesForVertical,
  orientationFromQuaternion,
  orientationOf,
  orthonormal,
  quaternionOf,
  rightOf,
  uprightAnglesOf,
} from './pose.ts';
import { axisAngle, conjugate, multiplyQuaternions, rotate, rotationBetween, slerp } from './quaternion.ts';
import { type Vec3, distance, dot, length, normalize } from './vector.ts';

const unit = fc
  .tuple(numberBetween(-1, 1), numberBetween(-1, 1), numberBetween(-1, 1))
  .filter((v) => length(v) > 0.05)
  .map((v) => normalize(v as Vec3));
const angles = fc.record({
  headingRad: numberBetween(-3.1, 3.1),
  pitchRad: numberBetween(-1.56, 1.56),
  rollRad: numberBetween(-3.1, 3.1),
});

it('angles to orientation and back, about any vertical', () => {
  fc.assert(
    fc.property(angles, unit, (wanted, vertical) => {
      const axes = axesForVertical(vertical);
      const got = anglesOf(orientationOf(wanted, axes), axes);
      expect(got.headingRad).toBeCloseTo(wanted.headingRad, 8);
      expect(got.pitchRad).toBeCloseTo(wanted.pitchRad, 8);
      expect(got.rollRad).toBeCloseTo(wanted.rollRad, 8);
    }),
  );
});

it('a camera that looks straight down or up keeps the heading of its upper edge', () => {
  const axes = axesForVertical([0, 0, 1]);
  for (const pitchRad of [-Math.PI / 2, Math.PI / 2]) {
    const got = anglesOf(orientationOf({ headingRad: 0.7, pitchRad, rollRad: 0 }, axes), axes);
    expect(got.headingRad).toBeCloseTo(0.7, 9);
    expect(got.rollRad).toBe(0);
  }
});

it('straight down stays straight down where the vertical is that of a place 300 m away', () => {
  const down: Orientation = { direction: [0, 0, -1], up: [0, 1, 0] };
  const tilt = 300 / 6.37e6;
  const got = anglesOf(down, axesForVertical([-tilt, 0.3 * tilt, 1]));
  expect(got.headingRad).toBeCloseTo(0, 3);
});

it('a camera slightly past straight down or up keeps the heading of its upper edge', () => {
  const axes = axesForVertical([0, 0, 1]);
  for (const headingRad of [0, 0.7, -2.5]) {
    for (const sign of [-1, 1]) {
      for (const pastDeg of [-9, -0.18, 0, 0.18, 9]) {
        const pitchRad = sign * (Math.PI / 2 + (pastDeg * Math.PI) / 180);
        const got = uprightAnglesOf(orientationOf({ headingRad, pitchRad, rollRad: 0 }, axes), axes);
        expect(got.headingRad).toBeCloseTo(headingRad, 6);
        expect(got.rollRad).toBeCloseTo(0, 6);
      }
    }
  }
});

it('upright angles are the exact ones of every camera that is not steep', () => {
  const axes = axesForVertical([0, 0, 1]);
  fc.assert(
    fc.property(angles, (wanted) => {
      fc.pre(Math.abs(wanted.pitchRad) < 1.3);
      const orientation = orientationOf(wanted, axes);
      expect(uprightAnglesOf(orientation, axes)).toEqual(anglesOf(orientation, axes));
    }),
  );
});

it('heading, pitch and roll have their signs', () => {
  const axes = axesForVertical([0, 0, 1]);
  const east = orientationOf({ headingRad: Math.PI / 2, pitchRad: 0, rollRad: 0 }, axes);
  expect(distance(east.direction, [1, 0, 0])).toBeLessThan(1e-12);
  expect(distance(rightOf(east), [0, -1, 0])).toBeLessThan(1e-12);
  expect(orientationOf({ headingRad: 0, pitchRad: 0.3, rollRad: 0 }, axes).direction[2]).toBeGreaterThan(0);
  expect(orientationOf({ headingRad: 0, pitchRad: 0, rollRad: 0.3 }, axes).up[0]).toBeGreaterThan(0);
});

it('orthonormal repairs any axes that can be stored', () => {
  fc.assert(
    fc.property(unit, unit, numberBetween(0.01, 100), (direction, up, size) => {
      const o = orthonormal(direction.map((v) => v * size) as Vec3, up);
      expect(length(o.direction)).toBeCloseTo(1, 12);
      expect(length(o.up)).toBeCloseTo(1, 12);
      expect(dot(o.direction, o.up)).toBeCloseTo(0, 12);
    }),
  );
  for (const bad of [orthonormal([0, 0, 0], [0, 0, 0]), orthonormal([Number.NaN, 0, 0], [1, 0, Infinity])]) {
    expect([...bad.direction, ...bad.up].every(Number.isFinite)).toBe(true);
  }
});

it('quaternions: round trip of an orientation, slerp to both ends and at even speed', () => {
  fc.assert(
    fc.property(angles, angles, (a, b) => {
      const axes = axesForVertical([0, 0, 1]);
      const [from, to] = [orientationOf(a, axes), orientationOf(b, axes)];
      const [qa, qb] = [quaternionOf(from), quaternionOf(to)];
      expect(distance(orientationFromQuaternion(qa).up, from.up)).toBeLessThan(1e-9);
      expect(distance(orientationFromQuaternion(slerp(qa, qb, 0)).direction, from.direction)).toBeLessThan(1e-7);
      expect(distance(orientationFromQuaternion(slerp(qa, qb, 1)).direction, to.direction)).toBeLessThan(1e-7);
      const half = slerp(qa, qb, 0.5);
      const first = multiplyQuaternions(half, conjugate(qa))[3];
      const second = multiplyQuaternions(qb, conjugate(half))[3];
      expect(Math.abs(first)).toBeCloseTo(Math.abs(second), 7);
    }),
  );
});

it('rotationBetween rotates one vector to the other, opposite ones included', () => {
  fc.assert(
    fc.property(unit, unit, (a, b) => {
      expect(distance(rotate(rotationBetween(a, b), a), b)).toBeLessThan(1e-9);
    }),
  );
  expect(distance(rotate(rotationBetween([0, 0, 1], [0, 0, -1]), [0, 0, 1]), [0, 0, -1])).toBeLessThan(1e-12);
  for (const off of [1e-4, 1e-8, 1e-11, 1e-13, 1e-15, 1e-16]) {
    const from = normalize([0.3, -0.5, 0.8]);
    const to = normalize([-0.3 + off, 0.5, -0.8 - off]);
    expect(distance(rotate(rotationBetween(from, to), from), to)).toBeLessThan(1e-9);
  }
  expect(distance(rotate(axisAngle([0, 0, 1], Math.PI / 2), [1, 0, 0]), [0, 1, 0])).toBeLessThan(1e-12);
});

it('a ray straight down meets the ellipsoid at the height it started from', () => {
  fc.assert(
    fc.property(
      numberBetween(-180, 180),
      numberBetween(-89, 89),
      numberBetween(0.01, 1e7),
      (longitude, latitude, height) => {
        const eye = ecefFromLla({ longitude, latitude, height });
        const foot = ecefFromLla({ longitude, latitude, height: 0 });
        const down = normalize([foot[0] - eye[0], foot[1] - eye[1], foot[2] - eye[2]]);
        // A micrometre is what doubles keep of coordinates on the earth.
        expect(Math.abs(rayToEllipsoid(eye, down)! - height)).toBeLessThan(1e-6 + 1e-6 * height);
        expect(rayToEllipsoid(eye, down.map((v) => -v) as Vec3)).toBeNull();
      },
    ),
  );
});
