import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberBetween } from './testing/index.ts';
import { eigenOfSymmetric } from './eigen.ts';
import { enuFrame } from './geodesy.ts';
import { transformDirection, transformPoint } from './matrix.ts';
import { areaVector, barycentric, fitPlane, pointToPlane } from './plane.ts';
import { axisAngle, rotate } from './quaternion.ts';
import { type Vec3, add, cross, distance, dot, length, normalize, scale, subtract } from './vector.ts';

const unit = fc
  .tuple(numberBetween(-1, 1), numberBetween(-1, 1), numberBetween(-1, 1))
  .filter((v) => length(v) > 0.05)
  .map((v) => normalize(v));
const UP: Vec3 = [0, 0, 1];
const SITE = enuFrame({ longitude: 138.4932, latitude: -35.0789, height: 30 });
const UP_ECEF = transformDirection(SITE.ecefFromEnu, UP);

it('eigenvectors of a matrix made from known ones', () => {
  fc.assert(
    fc.property(
      unit,
      numberBetween(-3, 3),
      fc.tuple(numberBetween(0.1, 9), numberBetween(10, 90), numberBetween(100, 900)),
      (axis, turn, values) => {
        const turnBy = axisAngle(axis, turn);
        const vectors = (
          [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ] as Vec3[]
        ).map((v) => rotate(turnBy, v));
        const row = (r: number) =>
          [0, 1, 2].map((c) => vectors.reduce((sum, v, k) => sum + values[k]! * v[r]! * v[c]!, 0)) as Vec3;
        eigenOfSymmetric([row(0), row(1), row(2)]).forEach((pair, k) => {
          expect(pair.value).toBeCloseTo(values[k]!, 9);
          expect(Math.abs(dot(pair.vector, vectors[k]!))).toBeCloseTo(1, 12);
        });
      },
    ),
  );
});

it('finds the plane that points were put on, in ECEF, to the micrometre', () => {
  const spots = fc.array(fc.tuple(numberBetween(-20, 20), numberBetween(-20, 20)), { minLength: 3, maxLength: 12 });
  fc.assert(
    fc.property(unit, spots, numberBetween(-50, 50), (normal, places, height) => {
      const first = normalize(cross(normal, Math.abs(normal[2]) < 0.9 ? UP : [1, 0, 0]));
      const second = cross(normal, first);
      const pointsEnu = places.map(([u, v]) => add(add(scale(first, u), scale(second, v)), scale(normal, 5)));
      const spread = Math.max(
        ...pointsEnu.map((p) =>
          length(cross(subtract(p, pointsEnu[0]!), normalize(subtract(pointsEnu[1]!, pointsEnu[0]!)))),
        ),
      );
      fc.pre(spread > 1 && distance(pointsEnu[0]!, pointsEnu[1]!) > 1);
      const plane = fitPlane(
        pointsEnu.map((p) => transformPoint(SITE.ecefFromEnu, p)),
        UP_ECEF,
      )!;
      const probe = transformPoint(SITE.ecefFromEnu, add(scale(normal, 5 + height), scale(first, 3)));
      const { distance: signed, foot } = pointToPlane(probe, plane);
      expect(Math.abs(signed)).toBeCloseTo(Math.abs(height), 5);
      expect(distance(foot, transformPoint(SITE.ecefFromEnu, add(scale(normal, 5), scale(first, 3))))).toBeLessThan(
        1e-5,
      );
      if (normal[2] > 0.02 && Math.abs(height) > 1e-3) expect(Math.sign(signed)).toBe(Math.sign(height));
    }),
  );
});

it('the normal of a level plane points up, that of an upright one to the side from which its points run anticlockwise', () => {
  const level: Vec3[] = [
    [0, 0, 2],
    [0, 4, 2],
    [3, 0, 2],
  ];
  expect(fitPlane(level, UP)!.normal[2]).toBeCloseTo(1, 12);
  // Seen from the west, south is to the right: bottom, bottom right, top right runs anticlockwise.
  const wall: Vec3[] = [
    [84, -23, 0],
    [84, -38, 0],
    [84, -38, 7],
  ];
  expect(fitPlane(wall, UP)!.normal[0]).toBeCloseTo(-1, 12);
  expect(fitPlane(wall.reverse(), UP)!.normal[0]).toBeCloseTo(1, 12);
});

it('least squares: no other plane through the mean is nearer to scattered points', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(numberBetween(-9, 9), numberBetween(-9, 9), numberBetween(-1, 1)), {
        minLength: 4,
        maxLength: 20,
      }),
      unit,
      (points, other) => {
        const plane = fitPlane(points, UP);
        fc.pre(plane !== null);
        const squares = (normal: Vec3) =>
          points.reduce((sum, p) => sum + dot(subtract(p, plane!.point), normal) ** 2, 0);
        expect(squares(plane!.normal)).toBeLessThanOrEqual(squares(other) + 1e-9);
      },
    ),
  );
});

it('points on one line, on one spot and too few make no plane', () => {
  expect(
    fitPlane(
      [
        [0, 0, 0],
        [1, 1, 1],
      ],
      UP,
    ),
  ).toBeNull();
  expect(
    fitPlane(
      [
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
      ],
      UP,
    ),
  ).toBeNull();
  const onLine = [0, 1, 5].map((far) => transformPoint(SITE.ecefFromEnu, [far, 2 * far, far]));
  expect(fitPlane(onLine, UP_ECEF)).toBeNull();
});

it('barycentric weights rebuild the point', () => {
  const vector = fc.tuple(numberBetween(-9, 9), numberBetween(-9, 9), numberBetween(-9, 9));
  fc.assert(
    fc.property(vector, vector, vector, numberBetween(-2, 2), numberBetween(-2, 2), (a, b, c, s, t) => {
      fc.pre(length(cross(subtract(b, a), subtract(c, a))) > 0.1);
      const point = add(a, add(scale(subtract(b, a), s), scale(subtract(c, a), t)));
      const weights = barycentric(point, a, b, c)!;
      expect(weights[1]).toBeCloseTo(s, 8);
      expect(weights[2]).toBeCloseTo(t, 8);
      expect(weights[0] + weights[1] + weights[2]).toBeCloseTo(1, 12);
    }),
  );
  expect(barycentric([0, 0, 0], [0, 0, 0], [1, 1, 1], [2, 2, 2])).toBeNull();
});

it('the area vector of a rectangle has its area, and points to the side from which it runs anticlockwise', () => {
  expect(
    areaVector([
      [0, 0, 0],
      [3, 0, 0],
      [3, 2, 0],
      [0, 2, 0],
    ]),
  ).toEqual([0, 0, 6]);
  expect(areaVector([])).toEqual([0, 0, 0]);
});
