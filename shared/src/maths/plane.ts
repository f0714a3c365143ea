import { eigenOfSymmetric } from './eigen.ts';
import { type ReadonlyVec3, type Vec3, add, cross, dot, scale, subtract } from './vector.ts';

/** A plane through `point`; `normal` is a unit vector in the same axes. */
export interface Plane {
  readonly point: Vec3;
  readonly normal: Vec3;
}

/** Points that deviate from a line by less than this share of their extent do not define a plane. */
const FLATTEST_SPREAD = 1e-6;

/**
 * A plane this near to vertical (sine of its lean) has no upper side: the order of its points gives the direction of
 * its normal.
 */
const UPRIGHT = 0.01;

/**
 * The plane with the least sum of squared distances from at least three points, through their mean; null when they lie on one line
 * or are fewer. The normal points along `up` (a unit vector), or for a vertical plane to the side from which the points
 * run anticlockwise.
 */
export function fitPlane(points: readonly ReadonlyVec3[], up: ReadonlyVec3): Plane | null {
  if (points.length < 3) return null;
  const origin = points[0]!;
  // Relative to the first point: in ECEF the mean itself would cost seven digits.
  const offsets = points.map((point) => subtract(point, origin));
  const mean = scale(offsets.reduce<Vec3>(add, [0, 0, 0]), 1 / points.length);
  const spread = offsets.map((offset) => subtract(offset, mean));
  const normal = leastDirection(spread);
  if (!normal) return null;
  const lean = dot(normal, up);
  const isFlipped = Math.abs(lean) < UPRIGHT ? dot(normal, areaVector(spread)) < 0 : lean < 0;
  return { point: add(origin, mean), normal: isFlipped ? scale(normal, -1) : normal };
}

/**
 * Signed distance of a point from the plane, positive on the normal's side, metres, and the plane's point nearest to
 * it.
 */
export function pointToPlane(point: ReadonlyVec3, plane: Plane): { distance: number; foot: Vec3 } {
  const distance = dot(subtract(point, plane.point), plane.normal);
  return { distance, foot: subtract(point, scale(plane.normal, distance)) };
}

/**
 * Weights, of sum 1, of a triangle's corners that give a point in its plane (outside, some are negative); null for a
 * triangle without area.
 */
export function barycentric(
  point: ReadonlyVec3,
  a: ReadonlyVec3,
  b: ReadonlyVec3,
  c: ReadonlyVec3,
): [number, number, number] | null {
  const normal = cross(subtract(b, a), subtract(c, a));
  const square = dot(normal, normal);
  if (square === 0) return null;
  const weightOfB = dot(cross(subtract(point, a), subtract(c, a)), normal) / square;
  const weightOfC = dot(cross(subtract(b, a), subtract(point, a)), normal) / square;
  return [1 - weightOfB - weightOfC, weightOfB, weightOfC];
}

/** Newell's vector: normal to a closed polygon, as long as its area; anticlockwise as seen from where it points. */
export function areaVector(points: readonly ReadonlyVec3[]): Vec3 {
  let sum: Vec3 = [0, 0, 0];
  for (let i = 2; i < points.length; i++) {
    sum = add(sum, cross(subtract(points[i - 1]!, points[0]!), subtract(points[i]!, points[0]!)));
  }
  return scale(sum, 0.5);
}

/** The direction in which offsets from their mean vary least, or null when they lie on one line. */
function leastDirection(spread: readonly Vec3[]): Vec3 | null {
  const covariance: [Vec3, Vec3, Vec3] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (const offset of spread) {
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) covariance[r]![c]! += offset[r]! * offset[c]!;
  }
  const [least, middle, most] = eigenOfSymmetric(covariance);
  return middle.value > FLATTEST_SPREAD ** 2 * most.value ? least.vector : null;
}
