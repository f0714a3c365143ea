import { type ReadonlyVec3, type Vec3, distance } from '@overlook/shared/maths';
import type { GroundModel } from './ground-model.ts';
import type { EnuPose } from '../view/enu-pose.ts';
import { type Perspective, type ScreenXy, screenRay } from '../view/screen-ray.ts';
import { isOrtho, orthoPointAt, targetDistance } from './ortho-pose.ts';

/** Farther than this many camera heights the bare ground is not used as an anchor. */
const FARTHEST_IN_HEIGHTS = 60;
/** Where nothing is under the cursor the anchor floats this many camera heights away, and at least this many metres. */
const FLOATING_IN_HEIGHTS = 2;
const FLOATING_AT_LEAST = 10;

/**
 * The point that a gesture holds: the picked point under the pixel, else the ground there, else a point on the ray at a
 * distance that suits the height of the camera (sky, far horizon). In an orthographic view, where its distance is not seen, it is
 * on the plane whose scale a perspective view would have.
 */
export function anchorAt(
  pose: EnuPose,
  screenXy: ScreenXy,
  perspective: Perspective,
  ground: GroundModel,
  picked: ReadonlyVec3 | null,
): Vec3 {
  if (picked?.every(Number.isFinite)) return [picked[0], picked[1], picked[2]];
  if (isOrtho(pose))
    return orthoPointAt(pose, screenXy, perspective, targetDistance(pose.orthoHeightM, perspective.fovYRad));
  const ray = screenRay(pose, screenXy, perspective);
  const height = Math.abs(ground.heightAt(pose.positionEnu));
  const met = ground.intersect(pose.positionEnu, ray);
  if (met && distance(met, pose.positionEnu) < Math.max(FLOATING_AT_LEAST, height * FARTHEST_IN_HEIGHTS)) {
    return met;
  }
  const reach = Math.max(FLOATING_AT_LEAST, height * FLOATING_IN_HEIGHTS);
  const p = pose.positionEnu;
  return [p[0] + ray[0] * reach, p[1] + ray[1] * reach, p[2] + ray[2] * reach];
}
