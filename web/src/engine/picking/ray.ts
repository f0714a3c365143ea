/**
 * Rays against triangles, points and lines in a primitive's local frame. Everything is double precision.
 */
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
    }
  }
  return hit < 0 ? null : { t: best, triangle: hit };
}

/**
 * The point that is drawn in front within a cone around the ray: among those whose distance from the ray is under
 * `slope` × t, the nearest to the camera; ties within 5 % of depth go to the one closest to the ray, so that the point
 * under the cursor wins over a neighbour a hair nearer. Null when there is none.
 */
export function nearestPoint(
  ray: Ray,
  positions: Float32Array,
  slope: number,
  tMin: number,
  tMax: number,
): { t: number; index: number; offset: number } | null {
  const { ox, oy, oz, dx, dy, dz } = ray;
  const dd = dx * dx + dy * dy + dz * dz;
  let bestT = tMax;
  let bestOffset = Infinity;
  let index = -1;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i]! - ox;
    const y = positions[i + 1]! - oy;
    const z = positions[i + 2]! - oz;
    const t = (x * dx + y * dy + z * dz) / dd;
    if (t < tMin || t > bestT * 1.05) continue;
    const rx = x - t * dx;
    const ry = y - t * dy;
    const rz = z - t * dz;
    const offset = (rx * rx + ry * ry + rz * rz) / (t * t * dd);
    if (offset > slope * slope) continue;
    if (t < bestT * 0.95 || (t <= bestT * 1.05 && offset < bestOffset)) {
      bestT = t;
      bestOffset = offset;
      index = i / 3;
    }
  }
  return index < 0 ? null : { t: bestT, index, offset: bestOffset };
}
