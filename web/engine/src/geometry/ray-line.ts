/** The place of the pointer on a line in space, along which a handle slides. */
import { dot, subtract, type Vec3 } from '@overlook/shared/maths';

/** `direction` is a unit vector. */
export interface Line {
  origin: Vec3;
  direction: Vec3;
}

/** Sine of the angle between ray and line below which the pointer's place on the line is undefined (0.6°). */
export const LEAST_SINE = 0.01;

/** Where on a line a ray comes nearest, metres from the line's origin; null when parallel to it or away from it. */
export function alongLine({ origin, direction }: Line, ray: Line): number | null {
  const offset = subtract(origin, ray.origin);
  const cosine = dot(direction, ray.direction);
  const sineSquared = 1 - cosine * cosine;
  if (sineSquared < LEAST_SINE * LEAST_SINE) return null;
  const alongRay = dot(ray.direction, offset);
  const at = (cosine * alongRay - dot(direction, offset)) / sineSquared;
  return alongRay + at * cosine > 0 ? at : null;
}
