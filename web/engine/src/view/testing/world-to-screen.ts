import { type ReadonlyVec3, dot, rightOf, subtract } from '@overlook/shared/maths';
import type { EnuPose } from '../enu-pose.ts';
import type { Perspective, ScreenXy } from '../screen-ray.ts';

/** Where a point appears, or null when it is not in front of the camera. */
export function worldToScreen(pose: EnuPose, pointEnu: ReadonlyVec3, perspective: Perspective): ScreenXy | null {
  const to = subtract(pointEnu, pose.positionEnu);
  const depth = dot(to, pose.direction);
  if (depth <= 0) return null;
  const pixelsPerTan = perspective.height / 2 / Math.tan(perspective.fovYRad / 2);
  return [
    perspective.width / 2 + (dot(to, rightOf(pose)) / depth) * pixelsPerTan,
    perspective.height / 2 - (dot(to, pose.up) / depth) * pixelsPerTan,
  ];
}
