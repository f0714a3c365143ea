import {
  type ReadonlyVec3,
  type Vec3,
  add,
  cross,
  dot,
  eigenOfSymmetric,
  scale,
  subtract,
} from '@overlook/shared/maths';

export interface Circle {
  readonly centre: Vec3;
  /** Unit, square to its plane; its sign has no meaning. */
  readonly axis: Vec3;
  readonly radiusM: number;
}

/** A circle, and how far the farthest point is from it, metres. */
export interface FittedCircle extends Circle {
  readonly farthestM: number;
}

/** The circle through points in its plane with the least sum of squares of |p − c|² − r² (Kåsa 1976); null of points on a line. */
export function fitCircle(points: readonly ReadonlyVec3[]): FittedCircle | null {
  const mean = meanOf(points);
  const axis = eigenOfSymmetric(momentsOf(points.map((point) => subtract(point, mean))))[0].vector;
  return fitCircleAlong(points, axis);
}

/** The same for the points seen along an axis: of a cylinder, whose points lie at several heights. */
export function fitCircleAlong(points: readonly ReadonlyVec3[], axis: Vec3): FittedCircle | null {
  const mean = meanOf(points);
  const [right, ahead] = axesAcross(axis);
  const flat = points.map((point) => {
    const off = subtract(point, mean);
    return [dot(off, right), dot(off, ahead)] as const;
  });
  let [xx, xy, yy, xz, yz, zz] = [0, 0, 0, 0, 0, 0];
  for (const [x, y] of flat) {
    const square = x * x + y * y;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xz += x * square;
    yz += y * square;
    zz += square;
  }
  const determinant = xx * yy - xy * xy;
  if (!(determinant > 1e-9 * (xx + yy) ** 2)) return null;
  const cx = (xz * yy - yz * xy) / (2 * determinant);
  const cy = (yz * xx - xz * xy) / (2 * determinant);
  const radiusM = Math.sqrt(cx * cx + cy * cy + zz / points.length);
  const centre = add(mean, add(scale(right, cx), scale(ahead, cy)));
  let farthestM = 0;
  for (const [x, y] of flat) farthestM = Math.max(farthestM, Math.abs(Math.hypot(x - cx, y - cy) - radiusM));
  return { centre, axis, radiusM, farthestM };
}

/** Farthest distance of points from the plane of a circle, metres. */
export const unevennessOf = ({ centre, axis }: Circle, points: readonly ReadonlyVec3[]): number =>
  points.reduce((most, point) => Math.max(most, Math.abs(dot(subtract(point, centre), axis))), 0);

const meanOf = (points: readonly ReadonlyVec3[]): Vec3 =>
  points.reduce<Vec3>((sum, point) => add(sum, scale(point, 1 / points.length)), [0, 0, 0]);

type Rows = [Vec3, Vec3, Vec3];

/** The sum of v vᵀ. */
export function momentsOf(vectors: readonly ReadonlyVec3[]): Rows {
  const rows: Rows = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (const vector of vectors)
    for (const r of [0, 1, 2] as const) for (const c of [0, 1, 2] as const) rows[r][c] += vector[r] * vector[c];
  return rows;
}

function axesAcross(axis: Vec3): [Vec3, Vec3] {
  const other: Vec3 = Math.abs(axis[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const across = cross(other, axis);
  const right = scale(across, 1 / Math.hypot(across[0], across[1], across[2]));
  return [right, cross(axis, right)];
}
