import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberBetween } from './testing/index.ts';
import { enuFrame, ecefFromLla } from './geodesy.ts';
import { transformPoint } from './matrix.ts';
import { angleAtDeg, angleErrorDeg, heightDifference, legBetween, lengthError, sumLegs } from './measure.ts';
import { axisAngle, rotate } from './quaternion.ts';
import { type Vec3, add, distance, normalize, scale } from './vector.ts';

const ORIGIN = { longitude: 138.4932, latitude: -35.0789, height: 30 };
const toEcef = (pointEnu: Vec3) => transformPoint(enuFrame(ORIGIN).ecefFromEnu, pointEnu);

/** Ridgeway Gas Plant's C-101 top, C-102 top and S-201 crown, put into ECEF by PROJ 9.5.1 (topocentric, inverse). */
const C101: Vec3 = [-3913230.8699238985, 3462959.593157092, -3645056.4043648783];
const C102: Vec3 = [-3913246.9105229904, 3462957.0964165973, -3645060.0124069606];
const S201: Vec3 = [-3913279.4027457004, 3462881.0263701603, -3645051.4733204516];

const legsOf = (pointsEcef: readonly Vec3[]) =>
  pointsEcef.slice(1).map((point, index) => legBetween(pointsEcef[index]!, point));

const metres = (limit: number) => numberBetween(-limit, limit);
const enu = fc.tuple(metres(2000), metres(2000), metres(300));

it('knows the distances of the demo plant', () => {
  const legs = legsOf([C101, C102, S201]);
  expect(legs[0]!.length).toBeCloseTo(16.62986770843352, 6);
  expect(legs[1]!.length).toBeCloseTo(83.15835796839666, 6);
  expect(sumLegs(legs).length).toBeCloseTo(16.62986770843352 + 83.15835796839666, 6);
  // The axes at C-101 differ from the site's by its 17 m from the origin: this rotates a length of 10 m by under 0.1
  // mm.
  for (const [axis, wanted] of [12.5, 3, 10.55].entries()) {
    expect(Math.abs(legs[0]!.deltaEnu[axis]! - wanted)).toBeLessThan(1e-4);
  }
});

it('legs have the differences of the frame at their first point', () => {
  fc.assert(
    fc.property(metres(179), metres(89), enu, (longitude, latitude, offset) => {
      const frame = enuFrame({ longitude, latitude, height: 120 });
      const leg = legBetween(transformPoint(frame.ecefFromEnu, [0, 0, 0]), transformPoint(frame.ecefFromEnu, offset));
      expect(distance(leg.deltaEnu, offset)).toBeLessThan(1e-7);
      expect(leg.length).toBeCloseTo(Math.hypot(...offset), 7);
    }),
  );
});

it('a single point, and none, have no legs and no length', () => {
  expect(sumLegs([])).toEqual({ length: 0, deltaEnu: [0, 0, 0] });
});

it('heights are above the ellipsoid, not along one vertical', () => {
  const near = ecefFromLla({ longitude: 138.4, latitude: -35, height: 10 });
  const far = ecefFromLla({ longitude: 138.5, latitude: -35, height: 10 });
  expect(heightDifference(near, far)).toBeCloseTo(0, 6);
  // At nine kilometres the earth's surface is d²/2R lower.
  expect(legBetween(near, far).deltaEnu[2]).toBeLessThan(-6);
});

it('angles are those by which two arms were rotated', () => {
  fc.assert(
    fc.property(
      enu,
      enu,
      metres(Math.PI),
      fc.double({ min: 0.1, max: 500, noNaN: true }),
      (corner, arm, turn, size) => {
        fc.pre(Math.hypot(...arm) > 0.1);
        const along = normalize(arm);
        const axis = normalize([along[1] - along[2], along[2] - along[0], along[0] - along[1]]);
        fc.pre(Math.hypot(...axis) > 0);
        const turned = rotate(axisAngle(axis, turn), along);
        const at = (direction: Vec3, far: number) => toEcef(add(corner, scale(direction, far)));
        expect(angleAtDeg(at(along, 7), toEcef(corner), at(turned, size))).toBeCloseTo(
          (Math.abs(turn) * 180) / Math.PI,
          4,
        );
      },
    ),
  );
});

it('an arm without length has no angle', () => {
  expect(angleAtDeg(C101, C101, C102)).toBeNull();
  expect(angleAtDeg(C101, C102, C102)).toBeNull();
  expect(angleAtDeg(C101, C102, C101)).toBe(0);
});

it('errors add as squares; a point on a straight part of the line adds nothing', () => {
  const ends: Vec3[] = [toEcef([0, 0, 0]), toEcef([10, 0, 0])];
  expect(lengthError(ends, [0.03, 0.04])).toBeCloseTo(0.05, 12);
  expect(lengthError([ends[0]!, toEcef([5, 0, 0]), ends[1]!], [0.03, 9, 0.04])).toBeCloseTo(0.05, 6);
  // On a line to a point and back, the turning point counts twice.
  expect(lengthError([ends[0]!, ends[1]!, ends[0]!], [0, 0.1, 0])).toBeCloseTo(0.2, 9);
});

it('the likely error of a length is the scatter of many random trials', () => {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  const points: Vec3[] = [
    [0, 0, 0],
    [10, 2, 0],
    [14, 9, 3],
    [6, 12, 1],
  ];
  const errors = [0.02, 0.05, 0.01, 0.04];
  const exact = sumLegs(legsOf(points.map(toEcef))).length;
  let sum = 0;
  const tries = 4000;
  for (let i = 0; i < tries; i++) {
    const moved = points.map((p, k) =>
      toEcef([p[0] + errors[k]! * normal(), p[1] + errors[k]! * normal(), p[2] + errors[k]! * normal()]),
    );
    sum += (sumLegs(legsOf(moved)).length - exact) ** 2;
  }
  const wanted = lengthError(points.map(toEcef), errors);
  expect(Math.abs(Math.sqrt(sum / tries) / wanted - 1)).toBeLessThan(0.05);
});

it('the likely error of an angle is its change when one point moves slightly', () => {
  const [a, corner, b]: [Vec3, Vec3, Vec3] = [
    [5, 0, 0],
    [0, 0, 0],
    [3, 4, 2],
  ];
  const step = 1e-6;
  const slopes = [0, 1, 2].map((moved) =>
    Math.hypot(
      ...[0, 1, 2].map((axis) => {
        const [p, q, r] = [a, corner, b].map((point, k) =>
          point.map((v, i) => (k === moved && i === axis ? v + step : v)),
        ) as [Vec3, Vec3, Vec3];
        return (angleAtDeg(p, q, r)! - angleAtDeg(a, corner, b)!) / step;
      }),
    ),
  );
  const wanted = Math.hypot(slopes[0]! * 0.02, slopes[1]! * 0.05, slopes[2]! * 0.01);
  expect(angleErrorDeg(a, corner, b, [0.02, 0.05, 0.01])).toBeCloseTo(wanted, 4);
  expect(angleErrorDeg(a, corner, [-3, 0, 0], [0.02, 0.05, 0.01])).toBeNull();
});

it('around a square, each corner changes the whole length by the square root of two', () => {
  const square = [
    [0, 0, 0],
    [8, 0, 0],
    [8, 8, 0],
    [0, 8, 0],
  ].map((p) => toEcef(p as Vec3));
  expect(lengthError(square, [0.1, 0, 0, 0], true)).toBeCloseTo(0.1 * Math.SQRT2, 9);
});
