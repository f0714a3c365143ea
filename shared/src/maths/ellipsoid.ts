import { WGS84 } from './geodesy.ts';
import type { ReadonlyVec3 } from './vector.ts';

/**
 * Distance along a ray to the WGS84 ellipsoid enlarged by `height` metres, or null when the ray misses it or starts
 * beyond it. From inside, the way out. `direction` is a unit vector; ECEF metres.
 */
export function rayToEllipsoid(originEcef: ReadonlyVec3, direction: ReadonlyVec3, height = 0): number | null {
  const ra = 1 / (WGS84.a + height);
  const rb = 1 / (WGS84.a * (1 - WGS84.f) + height);
  const [ox, oy, oz] = [originEcef[0] * ra, originEcef[1] * ra, originEcef[2] * rb];
  const [dx, dy, dz] = [direction[0] * ra, direction[1] * ra, direction[2] * rb];
  const a = dx * dx + dy * dy + dz * dz;
  const b = ox * dx + oy * dy + oz * dz;
  const c = ox * ox + oy * oy + oz * oz - 1;
  const disc = b * b - a * c;
  if (disc < 0) return null;
  // The root with the larger sum first, the other through the product of the roots: this avoids cancellation near the
  // surface.
  const q = -(b + (b < 0 ? -1 : 1) * Math.sqrt(disc));
  const [t1, t2] = [q / a, q === 0 ? 0 : c / q];
  const near = Math.min(t1, t2);
  const far = Math.max(t1, t2);
  if (near > 0) return near;
  return far > 0 ? far : null;
}
