/** Three numbers: x, y, z in the frame that the variable's name says, metres unless the name says otherwise. */
export type Vec3 = [number, number, number];
export type ReadonlyVec3 = readonly [number, number, number];

/** Three doubles in a typed array: inner loops write vectors and colours there without an allocation. */
export type Float64Vec3 = Float64Array<ArrayBuffer> & Record<0 | 1 | 2, number>;
export const newFloat64Vec3 = (): Float64Vec3 => new Float64Array(3) as Float64Vec3;

/** Index of x, y or z. A vector at an index of this type is a number; at any other index the compiler adds `undefined`. */
export type Axis = 0 | 1 | 2;
/**
 * All of them, for loops. A loop over points that does little for each keeps a counter, because this one takes about 13 ns more
 * for each point.
 */
export const AXES: readonly [0, 1, 2] = [0, 1, 2];

/** The vector that has on each axis what `of` gives. */
export const vec3Of = (of: (axis: Axis) => number): Vec3 => [of(0), of(1), of(2)];

export const add = (a: ReadonlyVec3, b: ReadonlyVec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: ReadonlyVec3, b: ReadonlyVec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: ReadonlyVec3, factor: number): Vec3 => [a[0] * factor, a[1] * factor, a[2] * factor];
export const dot = (a: ReadonlyVec3, b: ReadonlyVec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: ReadonlyVec3): number => Math.hypot(a[0], a[1], a[2]);
export const distance = (a: ReadonlyVec3, b: ReadonlyVec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

export const cross = (a: ReadonlyVec3, b: ReadonlyVec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** `a` scaled to length 1; a zero vector stays zero, so that no NaN enters a pose. */
export function normalize(a: ReadonlyVec3): Vec3 {
  const l = length(a);
  return l > 0 ? scale(a, 1 / l) : [0, 0, 0];
}

/** The point between `a` (t = 0) and `b` (t = 1). */
export const mix = (a: ReadonlyVec3, b: ReadonlyVec3, t: number): Vec3 => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
