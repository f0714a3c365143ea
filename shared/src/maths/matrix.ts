import type { ReadonlyVec3, Vec3 } from './vector.ts';

/** A 4×4 matrix, 16 doubles, column-major (the order of glTF, 3D Tiles and WebGL). */
export interface Mat4 extends ArrayLike<number> {
  readonly 0: number;
  readonly 1: number;
  readonly 2: number;
  readonly 3: number;
  readonly 4: number;
  readonly 5: number;
  readonly 6: number;
  readonly 7: number;
  readonly 8: number;
  readonly 9: number;
  readonly 10: number;
  readonly 11: number;
  readonly 12: number;
  readonly 13: number;
  readonly 14: number;
  readonly 15: number;
}

/** A matrix in a typed array. */
export type Float64Mat4 = Float64Array<ArrayBuffer> & Mat4;

/** A copy of 16 values, from element `at` on. Throws a RangeError where there are fewer. */
export function toMat4(values: ArrayLike<number>, at = 0): Float64Mat4 {
  if (at + 16 > values.length) throw new RangeError('A matrix has 16 elements.');
  const out = new Float64Array(16);
  for (let i = 0; i < 16; i++) out[i] = values[at + i]!;
  return out as Float64Mat4;
}

export const IDENTITY: Mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** glTF is y-up, 3D Tiles content is z-up: (x, y, z) becomes (x, −z, y). 3D Tiles 1.1 §7.1.1. */
export const Y_UP_TO_Z_UP: Mat4 = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1];

/** a·b in double precision, written to `out` (which may be neither `a` nor `b`). */
export function multiply(a: Mat4, b: Mat4, out = new Float64Array(16)): Float64Mat4 {
  for (let c = 0; c < 16; c += 4) {
    const b0 = b[c]!;
    const b1 = b[c + 1]!;
    const b2 = b[c + 2]!;
    const b3 = b[c + 3]!;
    out[c] = a[0] * b0 + a[4] * b1 + a[8] * b2 + a[12] * b3;
    out[c + 1] = a[1] * b0 + a[5] * b1 + a[9] * b2 + a[13] * b3;
    out[c + 2] = a[2] * b0 + a[6] * b1 + a[10] * b2 + a[14] * b3;
    out[c + 3] = a[3] * b0 + a[7] * b1 + a[11] * b2 + a[15] * b3;
  }
  return out as Float64Mat4;
}

export function transformPoint(m: Mat4, p: ReadonlyVec3): Vec3 {
  return [
    m[0] * p[0] + m[4] * p[1] + m[8] * p[2] + m[12],
    m[1] * p[0] + m[5] * p[1] + m[9] * p[2] + m[13],
    m[2] * p[0] + m[6] * p[1] + m[10] * p[2] + m[14],
  ];
}

/** Rotates and scales, without the translation. */
export function transformDirection(m: Mat4, d: ReadonlyVec3): Vec3 {
  return [
    m[0] * d[0] + m[4] * d[1] + m[8] * d[2],
    m[1] * d[0] + m[5] * d[1] + m[9] * d[2],
    m[2] * d[0] + m[6] * d[1] + m[10] * d[2],
  ];
}

export const translation = (t: ReadonlyVec3): Mat4 => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, t[0], t[1], t[2], 1];

/** Inverse of an affine matrix (last row 0 0 0 1). Throws when it is singular. */
export function invertAffine(m: Mat4): Float64Mat4 {
  const [a, b, c] = [m[0], m[1], m[2]];
  const [d, e, f] = [m[4], m[5], m[6]];
  const [g, h, i] = [m[8], m[9], m[10]];
  const A = e * i - f * h;
  const B = f * g - d * i;
  const C = d * h - e * g;
  const det = a * A + b * B + c * C;
  if (det === 0 || !Number.isFinite(det)) throw new RangeError('The matrix has no inverse.');
  const r = 1 / det;
  const out = new Float64Array(16);
  out[0] = A * r;
  out[1] = (c * h - b * i) * r;
  out[2] = (b * f - c * e) * r;
  out[4] = B * r;
  out[5] = (a * i - c * g) * r;
  out[6] = (c * d - a * f) * r;
  out[8] = C * r;
  out[9] = (b * g - a * h) * r;
  out[10] = (a * e - b * d) * r;
  const inverse = out as Float64Mat4;
  const t = transformDirection(inverse, [m[12], m[13], m[14]]);
  out[12] = -t[0];
  out[13] = -t[1];
  out[14] = -t[2];
  out[15] = 1;
  return inverse;
}

/** Whether a matrix is a reflection too (its determinant is negative): counter-clockwise triangles become clockwise ones. */
export function isMirrored(m: Mat4): boolean {
  const determinant =
    m[0] * (m[5] * m[10] - m[9] * m[6]) - m[4] * (m[1] * m[10] - m[9] * m[2]) + m[8] * (m[1] * m[6] - m[5] * m[2]);
  return determinant < 0;
}

/** The largest factor by which the matrix stretches a length: scales bounding spheres and geometric errors. */
export const maximumScale = (m: Mat4): number =>
  Math.max(Math.hypot(m[0], m[1], m[2]), Math.hypot(m[4], m[5], m[6]), Math.hypot(m[8], m[9], m[10]));
