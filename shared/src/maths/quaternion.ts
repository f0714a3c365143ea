import { type ReadonlyVec3, type Vec3, cross, dot, normalize, scale, subtract } from './vector.ts';

/** A unit quaternion x, y, z, w: a rotation. */
export type Quaternion = readonly [number, number, number, number];

/** Turn by `angleRad` about a unit axis, right-handed. */
export function axisAngle(axis: ReadonlyVec3, angleRad: number): Quaternion {
  const s = Math.sin(angleRad / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angleRad / 2)];
}

/** `b` first, then `a`. */
export function multiplyQuaternions(a: Quaternion, b: Quaternion): Quaternion {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

export const conjugate = (q: Quaternion): Quaternion => [-q[0], -q[1], -q[2], q[3]];

/** The vector turned by the quaternion. */
export function rotate(q: Quaternion, v: ReadonlyVec3): Vec3 {
  const u: ReadonlyVec3 = [q[0], q[1], q[2]];
  const t = cross(u, v);
  const s = cross(u, t);
  return [v[0] + 2 * (q[3] * t[0] + s[0]), v[1] + 2 * (q[3] * t[1] + s[1]), v[2] + 2 * (q[3] * t[2] + s[2])];
}

/** The rotation whose images of x, y, z are these orthonormal, right-handed axes (Shepperd's method). */
export function quaternionFromAxes(x: ReadonlyVec3, y: ReadonlyVec3, z: ReadonlyVec3): Quaternion {
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    return unit([(y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, s / 4]);
  }
  if (x[0] > y[1] && x[0] > z[2]) {
    const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2]);
    return unit([s / 4, (y[0] + x[1]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s]);
  }
  if (y[1] > z[2]) {
    const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2]);
    return unit([(y[0] + x[1]) / s, s / 4, (z[1] + y[2]) / s, (z[0] - x[2]) / s]);
  }
  const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1]);
  return unit([(z[0] + x[2]) / s, (z[1] + y[2]) / s, s / 4, (x[1] - y[0]) / s]);
}

/** The shortest rotation from `a` (t = 0) to `b` (t = 1) at constant speed. */
export function slerp(a: Quaternion, b: Quaternion, t: number): Quaternion {
  let cos = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = cos < 0 ? -1 : 1;
  cos = Math.min(1, cos * sign);
  const angle = Math.acos(cos);
  // Below this angle the sine loses its digits; linear interpolation gives the same result there.
  const isTiny = angle < 1e-6;
  const wa = isTiny ? 1 - t : Math.sin((1 - t) * angle) / Math.sin(angle);
  const wb = sign * (isTiny ? t : Math.sin(t * angle) / Math.sin(angle));
  return unit([wa * a[0] + wb * b[0], wa * a[1] + wb * b[1], wa * a[2] + wb * b[2], wa * a[3] + wb * b[3]]);
}

/** The least turn that takes one unit vector to another; half a turn about some axis when they are opposite. */
export function rotationBetween(from: ReadonlyVec3, to: ReadonlyVec3): Quaternion {
  const across = cross(from, to);
  const sin = Math.hypot(across[0], across[1], across[2]);
  const cos = dot(from, to);
  if (sin < NO_SINE && cos >= 0) return [0, 0, 0, 1];
  const axis = sin < NO_SINE ? cross(from, Math.abs(from[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]) : across;
  // For nearly opposite vectors the product is mostly rounding error, and a half turn doubles any error of its axis.
  const lean = dot(axis, from) / dot(from, from);
  return axisAngle(normalize(subtract(axis, scale(from, lean))), Math.atan2(sin, cos));
}

/** Under this sine two unit vectors are parallel as far as doubles can show. */
const NO_SINE = 1e-14;

function unit(q: [number, number, number, number]): Quaternion {
  const r = 1 / Math.hypot(q[0], q[1], q[2], q[3]);
  return [q[0] * r, q[1] * r, q[2] * r, q[3] * r];
}
