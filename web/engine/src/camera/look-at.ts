/** Poses that look at a point from where it is seen well. */
import { LOOK_AT } from '@overlook/shared/config';
import { type Vec3, add, axesForVertical, uprightAnglesOf, orientationOf, scale } from '@overlook/shared/maths';
import type { EnuPose } from '../view/enu-pose.ts';

/**
 * The pose at `distance` metres from a point of the site frame that has it in the middle, upright, seen from the side the
 * camera is on now. A view that is too flat or too steep gets a pitch at which things can be distinguished.
 */
export function poseLookingAt(pose: EnuPose, pointEnu: Vec3, distance: number): EnuPose {
  const axes = axesForVertical([0, 0, 1]);
  const { headingRad, pitchRad } = uprightAnglesOf(pose, axes);
  const pitch = Math.max(LOOK_AT.steepestPitchRad, Math.min(LOOK_AT.flattestPitchRad, pitchRad));
  const orientation = orientationOf({ headingRad, pitchRad: pitch, rollRad: 0 }, axes);
  return { positionEnu: add(pointEnu, scale(orientation.direction, -distance)), ...orientation };
}
