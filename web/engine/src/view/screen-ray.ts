import { type Orientation, type Vec3, normalize, rightOf } from '@overlook/shared/maths';

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
