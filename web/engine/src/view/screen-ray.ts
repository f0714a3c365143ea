import {
  type Orientation,
  type ReadonlyVec3,
  type Vec3,
  dot,
  normalize,
  rightOf,
  subtract,
} from '@overlook/shared/maths';
import type { EnuPose } from './enu-pose.ts';

/** How the camera sees: size of the viewport in CSS pixels and the vertical field of view in radians. */
export interface Perspective {
  width: number;
  height: number;
  fovYRad: number;
}

/** A place in CSS pixels from the top left corner of the viewport. */
export type ScreenXy = readonly [x: number, y: number];

/** The unit vector from the camera through a pixel, in the frame of the orientation. */
export function screenRay(orientation: Orientation, [x, y]: ScreenXy, perspective: Perspective): Vec3 {
  const tan = Math.tan(perspective.fovYRad / 2);
  const across = ((2 * x - perspective.width) / perspective.height) * tan;
  const upward = (1 - (2 * y) / perspective.height) * tan;
  const { direction, up } = orientation;
  const right = rightOf(orientation);
  return normalize([
    direction[0] + right[0] * across + up[0] * upward,
    direction[1] + right[1] * across + up[1] * upward,
    direction[2] + right[2] * across + up[2] * upward,
  ]);
}

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
