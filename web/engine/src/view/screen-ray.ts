import { type Orientation, type Vec3, add, normalize, rightOf, scale } from '@overlook/shared/maths';

/** How the camera sees: size of the viewport in CSS pixels and the vertical field of view in radians. */
export interface Perspective {
  width: number;
  height: number;
  fovYRad: number;
}

/** A place in CSS pixels from the top left corner of the viewport. */
export type ScreenXy = readonly [x: number, y: number];

/** The unit vector from the camera through a pixel, in the frame of the orientation. */
export function screenRay(orientation: Orientation, screenXy: ScreenXy, perspective: Perspective): Vec3 {
  const heightAtOne = 2 * Math.tan(perspective.fovYRad / 2);
  return normalize(add(orientation.direction, screenOffset(orientation, screenXy, perspective, heightAtOne)));
}

/**
 * From the middle of the view to a pixel, across the view, where the height of the picture shows `heightM` metres; in the frame of
 * the orientation.
 */
export function screenOffset(
  orientation: Orientation,
  [x, y]: ScreenXy,
  { width, height }: Pick<Perspective, 'width' | 'height'>,
  heightM: number,
): Vec3 {
  const metresPerPx = heightM / height;
  const across = scale(rightOf(orientation), (x - width / 2) * metresPerPx);
  return add(across, scale(orientation.up, (height / 2 - y) * metresPerPx));
}
