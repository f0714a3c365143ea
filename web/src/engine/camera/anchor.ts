import { type ReadonlyVec3, type Vec3, distance } from '@overlook/shared/maths';
import type { Earth } from './earth.ts';
import type { EnuPose } from './enu-pose.ts';
import { type Lens, type ScreenXy, screenRay } from './screen-ray.ts';

/** Farther than this many camera heights the bare ground is not worth holding on to. */
const FARTHEST_IN_HEIGHTS = 60;
/** Where nothing is under the cursor the anchor floats this many camera heights away, and at least so many metres. */
const FLOATING_IN_HEIGHTS = 2;
const FLOATING_AT_LEAST = 10;

/**
 * The point a gesture holds: what was picked under the pixel, else the ground there, else a point on the ray at a
 * distance that suits the height of the camera (sky, far horizon).
 */
export function anchorAt(
  pose: EnuPose,
  screenXy: ScreenXy,
  lens: Lens,
  earth: Earth,
  picked: ReadonlyVec3 | null,
): Vec3 {
  if (picked?.every(Number.isFinite)) return [picked[0], picked[1], picked[2]];
  const ray = screenRay(pose, screenXy, lens);
  const height = Math.abs(earth.heightAt(pose.positionEnu));
  const ground = earth.meet(pose.positionEnu, ray);
  if (ground && distance(ground, pose.positionEnu) < Math.max(FLOATING_AT_LEAST, height * FARTHEST_IN_HEIGHTS)) {
    return ground;
  }
  const reach = Math.max(FLOATING_AT_LEAST, height * FLOATING_IN_HEIGHTS);
  const p = pose.positionEnu;
  return [p[0] + ray[0] * reach, p[1] + ray[1] * reach, p[2] + ray[2] * reach];
}
