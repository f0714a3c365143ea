import { type Vec3, vec3Of } from '@overlook/shared/maths';

/** An axis-parallel box, metres: least corner, then greatest. */
export type Bounds = readonly [number, number, number, number, number, number];

export const EMPTY: Bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

/** The box of flat xyz positions. */
export function boundsOf(positions: Float32Array | Float64Array): Bounds {
  const out: [number, number, number, number, number, number] = [...EMPTY];
  for (let i = 0; i < positions.length; i += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[i + axis]!;
      if (value < out[axis]!) out[axis] = value;
      if (value > out[axis + 3]!) out[axis + 3] = value;
    }
  }
  return out;
}

/** The middle of a box. */
export const centreOf = (b: Bounds): Vec3 => [(b[0] + b[3]) / 2, (b[1] + b[4]) / 2, (b[2] + b[5]) / 2];

/** The lengths of a box along x, y and z. */
export const sidesOf = (b: Bounds): Vec3 => [b[3] - b[0], b[4] - b[1], b[5] - b[2]];

/** On each axis the median. There is at least one point. */
export function medianOf(points: readonly Readonly<Vec3>[]): Vec3 {
  return vec3Of((axis) => Float64Array.from(points, (point) => point[axis]).sort()[points.length >> 1]!);
}

export const union = (a: Bounds, b: Bounds): Bounds => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.max(a[3], b[3]),
  Math.max(a[4], b[4]),
  Math.max(a[5], b[5]),
];

/** Longest line within a box, metres. */
export const diagonal = (b: Bounds): number => Math.hypot(...sidesOf(b));

/** Room for the rounding of 32-bit positions. */
const MARGIN = 0.002;

/** The box of a 3D Tiles bounding volume: centre and three half axes. */
export function volumeBox(b: Bounds): number[] {
  const [x, y, z] = sidesOf(b).map((side) => round(side / 2 + MARGIN)) as Vec3;
  return [...centreOf(b).map(round), x, 0, 0, 0, y, 0, 0, 0, z];
}

const round = (value: number): number => Math.round(value * 10000) / 10000;
