import { CAMERA } from '@overlook/shared/config';
import { type Vec3, orientationOf, axesForVertical } from '@overlook/shared/maths';
import type { EnuPose } from '../view/enu-pose.ts';

/** Steep enough to show the layout of a plant, flat enough to show its height and the horizon's haze above it. */
const PITCH_RAD = (-32 * Math.PI) / 180;

/**
 * The home view of a site that has no home bookmark: 150 m above the ground (specification §9), south of the site's
 * origin, which lies in the middle of the image.
 */
export function homePose(groundHeightEnu: number): EnuPose {
  const south = -CAMERA.homeHeight / Math.tan(-PITCH_RAD);
  const positionEnu: Vec3 = [0, south, groundHeightEnu + CAMERA.homeHeight];
  const axes = axesForVertical([0, 0, 1]);
  return { positionEnu, ...orientationOf({ headingRad: 0, pitchRad: PITCH_RAD, rollRad: 0 }, axes) };
}
