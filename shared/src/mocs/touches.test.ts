import fc from 'fast-check';
import { numberBetween, starRing } from '../maths/testing/index.ts';
import { expect, it } from 'vitest';
import { enuFrame } from '../maths/geodesy.ts';
import { transformDirection, transformPoint } from '../maths/matrix.ts';
import { axisAngle, rotate } from '../maths/quaternion.ts';
import { add, cross, dot, length, normalize, scale, subtract, type Vec3 } from '../maths/vector.ts';
import type { AreaPrism, RingCorner } from './area-prism.ts';
import { boundingSphere, touchOf, type OrientedBox } from './touches.ts';

const frame = enuFrame({ longitude: 138.4932, latitude: -35.0789, height: 30 });

const box = (center: Vec3, size: Vec3, axes: readonly Vec3[]): OrientedBox => ({
  centerEcef: transformPoint(frame.ecefFromEnu, center),
  size,
  axesEcef: axes.map((axis) => transformDirection(frame.ecefFromEnu, axis)) as [Vec3, Vec3, Vec3],
});
const UPRIGHT: Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

const L_SHAPE: AreaPrism = {
  frame,
  base: 0,
  bottom: 0,
  top: 5,
  ring: [
    [0, 0],
    [20, 0],
    [20, 5],
    [5, 5],
    [5, 20],
    [0, 20],
  ],
};

it.each<[string, Vec3, Vec3, string]>([
  ['in the volume', [2, 10, 2], [2, 2, 2], 'inside'],
  ['in the notch of the L', [12, 12, 2], [6, 6, 2], 'outside'],
  ['from the notch into an arm', [6, 12, 2], [6, 2, 2], 'crossing'],
  ['above it', [2, 2, 9], [2, 2, 2], 'outside'],
  ['through its top', [2, 2, 5], [2, 2, 2], 'crossing'],
  ['around all of it', [10, 10, 2], [90, 90, 90], 'crossing'],
  ['across the notch with both corners in it', [10, 10, 2], [20, 20, 1], 'crossing'],
  ['without thickness, in it', [2, 2, 2], [1, 1, 0], 'inside'],
  ['that is a point in it', [2, 2, 2], [0, 0, 0], 'inside'],
  ['that is a point outside', [9, 9, 2], [0, 0, 0], 'outside'],
  ['that is a line through a wall', [5, 9, 2], [4, 0, 0], 'crossing'],
])('a box %s', (_, center, size, expected) => {
  expect(touchOf(L_SHAPE, box(center, size, UPRIGHT))).toBe(expected);
});

it('a tilted beam that ends above the area passes above it, not through it', () => {
  const along = normalize([1, 0, 1]);
  const axes = [along, [0, 1, 0], cross(along, [0, 1, 0])] as Vec3[];
  // The beam rises from the ground outside to a point over the area: within the outline it is everywhere higher than
  // the top.
  expect(touchOf(L_SHAPE, box([10, 2, 20], [20, 0.2, 0.2], axes))).toBe('outside');
  expect(touchOf(L_SHAPE, box([10, 2, 10], [20, 0.2, 0.2], axes))).toBe('crossing');
});

/** It is the union of the triangles from the origin to its edges. */
const star = starRing({ step: [0.2, 1], far: [2, 30], corners: [4, 12] });

const turnedAxes = fc
  .tuple(fc.tuple(numberBetween(-1, 1), numberBetween(-1, 1), numberBetween(-1, 1)), numberBetween(0, 3))
  .filter(([axis]) => length(axis) > 0.1)
  .map(([axis, angle]) => UPRIGHT.map((one) => rotate(axisAngle(normalize(axis), angle), one)));

const lengthSize = fc.tuple(numberBetween(0.1, 30), numberBetween(0.1, 30), numberBetween(0.1, 30));

/** The largest gap between two convex bodies along the normals of their faces and the cross products of their edges; negative: they overlap. */
function gapBetween(a: { points: Vec3[]; normals: Vec3[]; edges: Vec3[] }, b: typeof a): number {
  const crossed = a.edges.flatMap((one) => b.edges.map((other) => cross(one, other)));
  const axes = [...a.normals, ...b.normals, ...crossed].filter((axis) => length(axis) > 1e-9).map(normalize);
  return axes.reduce((largest, axis) => {
    const [ofA, ofB] = [a, b].map(({ points }) => points.map((point) => dot(point, axis)));
    const gap = Math.max(Math.min(...ofA!) - Math.max(...ofB!), Math.min(...ofB!) - Math.max(...ofA!));
    return Math.max(largest, gap);
  }, -Infinity);
}

function boxBody(center: Vec3, size: Vec3, axes: readonly Vec3[]) {
  const points = Array.from({ length: 8 }, (_, i) =>
    axes.reduce<Vec3>((at, axis, k) => add(at, scale(axis, ((i >> k) & 1 ? 0.5 : -0.5) * size[k]!)), center),
  );
  return { points, normals: [...axes], edges: [...axes] };
}

function triangularPrism(corners: readonly RingCorner[], bottom: number, top: number) {
  const points = corners.flatMap(([x, y]): Vec3[] => [
    [x, y, bottom],
    [x, y, top],
  ]);
  const sides = corners.map(([x, y], i): Vec3 => {
    const [nx, ny] = corners[(i + 1) % 3]!;
    return subtract([nx, ny, 0], [x, y, 0]);
  });
  const up: Vec3 = [0, 0, 1];
  return { points, normals: [up, ...sides.map((side) => cross(side, up))], edges: [up, ...sides] };
}

it('agrees with a test by separating axes on each triangle of the area', () => {
  const place = fc.tuple(numberBetween(-40, 40), numberBetween(-40, 40), numberBetween(-15, 25));
  fc.assert(
    fc.property(
      star,
      place,
      lengthSize,
      turnedAxes,
      numberBetween(-10, 5),
      numberBetween(0.5, 15),
      (ring, center, size, axes, bottom, high) => {
        const prism = { frame, ring, base: 0, bottom, top: bottom + high };
        const body = boxBody(center, size, axes);
        const gaps = ring.map((corner, i) =>
          gapBetween(triangularPrism([[0, 0], corner, ring[(i + 1) % ring.length]!], bottom, bottom + high), body),
        );
        const gap = Math.min(...gaps);
        // For bodies that touch to a micrometre both answers are right.
        fc.pre(Math.abs(gap) > 1e-6);
        const touch = touchOf(prism, box(center, size, axes));
        expect(touch !== 'outside').toBe(gap < 0);
        const allIn = body.points.every(([x, y, up]) => up >= bottom && up <= bottom + high && isInStar(x, y, ring));
        if (touch === 'inside') expect(allIn).toBe(true);
        const { centerEcef, radius } = boundingSphere(prism);
        const reach = length(subtract(centerEcef, transformPoint(frame.ecefFromEnu, center)));
        if (touch !== 'outside') expect(reach).toBeLessThanOrEqual(radius + length(size) / 2);
      },
    ),
    { numRuns: 2000 },
  );
});

/** Whether a point lies in one of the triangles, to a micrometre. */
const isInStar = (x: number, y: number, ring: readonly RingCorner[]): boolean =>
  ring.some(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const edges = [ax * y - ay * x, (bx - ax) * (y - ay) - (by - ay) * (x - ax), x * by - y * bx];
    return edges.every((side) => side >= -1e-4);
  });
