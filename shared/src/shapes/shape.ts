import { type ReadonlyVec3, type Vec3, add, cross, dot, length, normalize, scale, subtract } from '../maths/index.ts';

/** A straight circular cylinder without ends. Metres, in the frame of the points it was fitted to. */
export interface Cylinder {
  readonly kind: 'cylinder';
  /** A point of the axis. */
  readonly point: Vec3;
  /** Unit vector along the axis. */
  readonly axis: Vec3;
  readonly radiusM: number;
}
export interface Sphere {
  readonly kind: 'sphere';
  readonly point: Vec3;
  readonly radiusM: number;
}
export interface FlatSurface {
  readonly kind: 'plane';
  readonly point: Vec3;
  /** Unit vector. */
  readonly axis: Vec3;
}
export type Shape = Cylinder | Sphere | FlatSurface;
export type ShapeKind = Shape['kind'];

/** Two unit vectors that are square to a unit vector and to each other. */
export function squareAxes(axis: ReadonlyVec3): [Vec3, Vec3] {
  const least = Math.abs(axis[0]) < 0.6 ? ([1, 0, 0] as const) : ([0, 1, 0] as const);
  const first = normalize(cross(axis, least));
  return [first, cross(axis, first)];
}

/** The way from the surface's middle (axis, centre, plane) to a point, and how far the point lies from the surface: outside positive. */
export function offSurface(shape: Shape, point: ReadonlyVec3): { outwards: Vec3; distanceM: number } {
  const way = subtract(point, shape.point);
  if (shape.kind === 'plane') return { outwards: shape.axis, distanceM: dot(way, shape.axis) };
  const across = shape.kind === 'sphere' ? way : subtract(way, scale(shape.axis, dot(way, shape.axis)));
  const away = length(across);
  return { outwards: away > 0 ? scale(across, 1 / away) : [0, 0, 0], distanceM: away - shape.radiusM };
}

/** Number of parameters by which a shape of a kind is moved: see `derivatives`. */
export const PARAMETERS: Record<ShapeKind, number> = { cylinder: 5, sphere: 4, plane: 3 };

/**
 * Derivatives of a point's distance from the surface by the shape's parameters, to `row`: of a cylinder two shifts and two tilts square to
 * the axis and the radius; of a sphere three shifts and the radius; of a plane a shift and two tilts.
 */
export function derivatives(shape: Shape, axes: readonly [Vec3, Vec3], point: ReadonlyVec3, row: Float64Array): void {
  const way = subtract(point, shape.point);
  if (shape.kind === 'plane') {
    row[0] = -1;
    row[1] = dot(way, axes[0]);
    row[2] = dot(way, axes[1]);
    return;
  }
  const { outwards } = offSurface(shape, point);
  if (shape.kind === 'sphere') {
    for (const axis of [0, 1, 2] as const) row[axis] = -outwards[axis];
    row[3] = -1;
    return;
  }
  const along = dot(way, shape.axis);
  row[0] = -dot(outwards, axes[0]);
  row[1] = -dot(outwards, axes[1]);
  row[2] = along * row[0];
  row[3] = along * row[1];
  row[4] = -1;
}

/** The shape after its parameters have changed. */
export function changed<S extends Shape>(shape: S, axes: readonly [Vec3, Vec3], by: ArrayLike<number>): S;
export function changed(shape: Shape, [first, second]: readonly [Vec3, Vec3], by: ArrayLike<number>): Shape {
  const tilted = (axis: Vec3, a: number, b: number) => normalize(add(axis, add(scale(first, a), scale(second, b))));
  if (shape.kind === 'plane')
    return { ...shape, point: add(shape.point, scale(shape.axis, by[0]!)), axis: tilted(shape.axis, by[1]!, by[2]!) };
  if (shape.kind === 'sphere')
    return { ...shape, point: add(shape.point, [by[0]!, by[1]!, by[2]!]), radiusM: shape.radiusM + by[3]! };
  return {
    ...shape,
    point: add(shape.point, add(scale(first, by[0]!), scale(second, by[1]!))),
    axis: tilted(shape.axis, by[2]!, by[3]!),
    radiusM: shape.radiusM + by[4]!,
  };
}
