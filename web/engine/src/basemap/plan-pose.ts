/**
 * The base map under an orthographic view. MapLibre draws in perspective only; its ground is a plane, and a plane that is seen
 * straight from above looks the same in both projections.
 */
import { type EnuPose, orthoOf } from '../view/enu-pose.ts';

/** Cosine of the largest angle to straight down, 0.06°: over a kilometre of picture the ground is 1 m away at most. */
const STRAIGHT_DOWN = 0.999_999_5;

/** Whether the base map can be drawn under a view. */
export const canShowMap = (pose: EnuPose): boolean =>
  pose.orthoHeightM === undefined || -pose.direction[2] > STRAIGHT_DOWN;

/**
 * The pose for the base map, for a vertical field of view in radians: above the ground at the distance from which its plane has the
 * scale of an orthographic view. A perspective pose is returned as it is.
 */
export function mapPose(pose: EnuPose, fovYRad: number): EnuPose {
  const { orthoHeightM } = orthoOf(pose);
  if (orthoHeightM === undefined) return pose;
  const [x, y] = pose.positionEnu;
  return { positionEnu: [x, y, orthoHeightM / 2 / Math.tan(fovYRad / 2)], direction: pose.direction, up: pose.up };
}
