/**
 * Rays against triangles, points and lines in a primitive's local frame. Everything is double precision.
 */
import { discDepthOffset } from '../render/point-shader.ts';

export interface Ray {
  ox: number;
  oy: number;
  oz: number;
  /** Not necessarily unit: `t` counts in its length. */
  dx: number;
  dy: number;
  dz: number;
}

export interface TriangleHit {
  t: number;
  triangle: number;
  /** The ray meets its back. */
  isBack: boolean;
}

/**
 * Nearest triangle that a ray hits between `tMin` and `tMax`, both faces counted (Möller and Trumbore 1997).
 * `positions` is flat xyz; `indices` null means consecutive triples. Null when nothing is hit.
 */
export function nearestTriangle(
  ray: Ray,
  positions: Float32Array,
  indices: ArrayLike<number> | null,
  tMin: number,
  tMax: number,
  skipBack: boolean,
): TriangleHit | null {
  const count = (indices ? indices.length : positions.length / 3) / 3;
  const { ox, oy, oz, dx, dy, dz } = ray;
  let best = tMax;
  let hit = -1;
  let isBack = false;
  for (let i = 0; i < count; i++) {
    const a = 3 * (indices ? indices[3 * i]! : 3 * i);
    const b = 3 * (indices ? indices[3 * i + 1]! : 3 * i + 1);
    const c = 3 * (indices ? indices[3 * i + 2]! : 3 * i + 2);
    const ax = positions[a]!;
    const ay = positions[a + 1]!;
    const az = positions[a + 2]!;
    const e1x = positions[b]! - ax;
    const e1y = positions[b + 1]! - ay;
    const e1z = positions[b + 2]! - az;
    const e2x = positions[c]! - ax;
    const e2y = positions[c + 1]! - ay;
    const e2z = positions[c + 2]! - az;
    const px = dy * e2z - dz * e2y;
    const py = dz * e2x - dx * e2z;
    const pz = dx * e2y - dy * e2x;
    const det = e1x * px + e1y * py + e1z * pz;
    if (det === 0 || (skipBack && det < 0)) continue;
    const inverse = 1 / det;
    const sx = ox - ax;
    const sy = oy - ay;
    const sz = oz - az;
    const u = (sx * px + sy * py + sz * pz) * inverse;
    if (u < 0 || u > 1) continue;
    const qx = sy * e1z - sz * e1y;
    const qy = sz * e1x - sx * e1z;
    const qz = sx * e1y - sy * e1x;
    const v = (dx * qx + dy * qy + dz * qz) * inverse;
    if (v < 0 || u + v > 1) continue;
    const t = (e2x * qx + e2y * qy + e2z * qz) * inverse;
    if (t >= tMin && t < best) {
      best = t;
      hit = i;
      isBack = det < 0;
    }
  }
  return hit < 0 ? null : { t: best, triangle: hit, isBack };
}

export interface PointHit {
  t: number;
  /** The intersection of the ray with the drawn disc of the point, in the unit of `t`. */
  front: number;
  index: number;
  /** Square of the angle (as a slope) between the ray and the point. */
  offset: number;
  /** The point's disc covers the ray, rather than lying beside it. */
  covers: boolean;
}

/** True when `a` is the better pick than `b`: a disc under the cursor before one beside it, then the nearer one. */
export const isBetter = (a: { covers: boolean; front: number; offset: number }, b: typeof a | null): boolean =>
  b === null || (a.covers !== b.covers ? a.covers : a.covers ? a.front < b.front : a.offset < b.offset);

/** Radii at distance 1: of the disc of a point, and of what around a disc still counts as beside the ray. */
export interface Discs {
  slopeAt(distance: number): number;
  besideSlope(discSlope: number): number;
  /** The largest that there is. */
  readonly most: number;
}

/**
 * The point under a ray: of those whose drawn disc covers the ray, the one whose disc is hit first, because the pixel
 * shows it (discs bulge, as render/point-shader.ts draws them); failing that, the one closest to the ray of those
 * beside it. `positions` is flat xyz, metres. Points that `isDrawn` denies (by their place and number) do not count.
 * Null when there is none.
 */
export function nearestPoint(
  ray: Ray,
  positions: Float32Array,
  discs: Discs,
  tMin: number,
  tMax: number,
  isDrawn: ((x: number, y: number, z: number, index: number) => boolean) | null = null,
): PointHit | null {
  const { ox, oy, oz, dx, dy, dz } = ray;
  const dd = dx * dx + dy * dy + dz * dz;
  const reach = discs.most * discs.most;
  let best: PointHit | null = null;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i]! - ox;
    const y = positions[i + 1]! - oy;
    const z = positions[i + 2]! - oz;
    const t = (x * dx + y * dy + z * dz) / dd;
    if (t < tMin || t > tMax) continue;
    const rx = x - t * dx;
    const ry = y - t * dy;
    const rz = z - t * dz;
    const offset = (rx * rx + ry * ry + rz * rz) / (t * t * dd);
    if (offset > reach) continue;
    const slope = discs.slopeAt(t);
    const covers = offset <= slope * slope;
    if (!covers && offset > discs.besideSlope(slope) ** 2) continue;
    const front = covers ? t + t * discDepthOffset(offset, slope) : t;
    const hit = { t, front, index: i / 3, offset, covers };
    if (!isBetter(hit, best)) continue;
    if (isDrawn && !isDrawn(positions[i]!, positions[i + 1]!, positions[i + 2]!, i / 3)) continue;
    best = hit;
  }
  return best;
}

/**
 * True when a ray, widened to a cone of `slope`, meets the bounds of a run (six numbers each: min xyz, max xyz) before
 * `tMax`. It is conservative: it may be true too often, but never wrongly false.
 */
export function hitsRun(runs: Float32Array, run: number, ray: Ray, tMax: number, slope: number): boolean {
  const at = 6 * run;
  const { ox, oy, oz, dx, dy, dz } = ray;
  let reach = 1e-6;
  if (slope > 0) {
    const x = Math.max(Math.abs(runs[at]! - ox), Math.abs(runs[at + 3]! - ox));
    const y = Math.max(Math.abs(runs[at + 1]! - oy), Math.abs(runs[at + 4]! - oy));
    const z = Math.max(Math.abs(runs[at + 2]! - oz), Math.abs(runs[at + 5]! - oz));
    reach += slope * Math.hypot(x, y, z);
  }
  // A ray parallel to a face divides by 0; where that gives NaN the result is true.
  const x1 = (runs[at]! - reach - ox) / dx;
  const x2 = (runs[at + 3]! + reach - ox) / dx;
  const y1 = (runs[at + 1]! - reach - oy) / dy;
  const y2 = (runs[at + 4]! + reach - oy) / dy;
  const z1 = (runs[at + 2]! - reach - oz) / dz;
  const z2 = (runs[at + 5]! + reach - oz) / dz;
  const near = Math.max(0, Math.min(x1, x2), Math.min(y1, y2), Math.min(z1, z2));
  const far = Math.min(tMax, Math.max(x1, x2), Math.max(y1, y2), Math.max(z1, z2));
  return !(near > far);
}
