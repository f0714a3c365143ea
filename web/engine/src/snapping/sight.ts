/** Rays against the triangles around a pointer: which of them is under it, and whether they hide a place near it. */
import { type Vec3, add, scale } from '@overlook/shared/maths';
import { rayTo, toleranceReach } from '../view/view-rays.ts';
import type { NearTriangles } from './near-triangles.ts';
import type { ScreenAround } from './screen-around.ts';

/** A surface hides a place if it is nearer by more than this many metres, and by this share of the distance. */
const HIDES_FROM_M = 0.002;
const HIDES_SHARE = 2e-4;

/** The triangle that is drawn under the pointer; null for none. */
export function triangleUnder(near: NearTriangles, around: ScreenAround): number | null {
  const { originEnu, directionEnu } = around.ray;
  return firstHit(near, originEnu, directionEnu, Infinity)?.triangle ?? null;
}

/** Whether one of the triangles lies between the view and a place (ENU metres) within their radius. */
export function isHidden(near: NearTriangles, around: ScreenAround, pointEnu: Vec3): boolean {
  const ray = rayTo(around.camera, pointEnu);
  if (!ray) return true;
  const gapM = Math.max(HIDES_FROM_M, HIDES_SHARE * toleranceReach(around.camera, ray.distanceM));
  return firstHit(near, ray.originEnu, ray.directionEnu, ray.distanceM - gapM) !== null;
}

/** The nearest drawn triangle that a ray hits before `toM` (Möller and Trumbore 1997). */
function firstHit(
  { count, corners, partOf, parts }: NearTriangles,
  origin: Vec3,
  direction: Vec3,
  toM: number,
): { t: number; triangle: number } | null {
  const [ox, oy, oz] = origin;
  const [dx, dy, dz] = direction;
  let best: { t: number; triangle: number } | null = null;
  for (let triangle = 0; triangle < count; triangle++) {
    const at = 9 * triangle;
    const [ax, ay, az] = [corners[at]!, corners[at + 1]!, corners[at + 2]!];
    const [e1x, e1y, e1z] = [corners[at + 3]! - ax, corners[at + 4]! - ay, corners[at + 5]! - az];
    const [e2x, e2y, e2z] = [corners[at + 6]! - ax, corners[at + 7]! - ay, corners[at + 8]! - az];
    const [px, py, pz] = [dy * e2z - dz * e2y, dz * e2x - dx * e2z, dx * e2y - dy * e2x];
    const det = e1x * px + e1y * py + e1z * pz;
    const part = parts[partOf[triangle]!]!;
    if (det === 0 || (part.isCulled && det < 0)) continue;
    const [sx, sy, sz] = [ox - ax, oy - ay, oz - az];
    const u = (sx * px + sy * py + sz * pz) / det;
    if (u < 0 || u > 1) continue;
    const [qx, qy, qz] = [sy * e1z - sz * e1y, sz * e1x - sx * e1z, sx * e1y - sy * e1x];
    const v = (dx * qx + dy * qy + dz * qz) / det;
    if (v < 0 || u + v > 1) continue;
    const t = (e2x * qx + e2y * qy + e2z * qz) / det;
    if (t <= 0 || t >= (best?.t ?? toM)) continue;
    if (!part.isDrawn || part.isDrawn(add(origin, scale(direction, t)))) best = { t, triangle };
  }
  return best;
}
