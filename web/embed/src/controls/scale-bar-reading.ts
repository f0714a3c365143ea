import {
  type Pose,
  type Vec3,
  add,
  dot,
  llaFromEcef,
  length,
  rayToEllipsoid,
  scale,
  subtract,
} from '@overlook/shared/maths';

/** Cosine to the view direction from which a point still counts as the middle of the view. */
const IN_FRONT_FROM = 0.9;

/** The point (ECEF metres) while the camera looks towards it, else null. */
export function inFront(pose: Pose, pointEcef: Vec3 | null): Vec3 | null {
  if (!pointEcef) return null;
  const way = subtract(pointEcef, pose.position);
  return dot(way, pose.direction) > IN_FRONT_FROM * length(way) ? pointEcef : null;
}

/**
 * Metres that a CSS pixel covers at the depth of a point (ECEF metres), perpendicular to the view axis, for a vertical
 * field of view in degrees; null for a point that is not before the camera. In an orthographic view it is the same everywhere.
 */
export function metresPerPixel(
  pose: Pose,
  pointEcef: Vec3 | null,
  screenHeightPx: number,
  fovYDeg: number,
): number | null {
  if (pose.orthoHeightM !== undefined) return screenHeightPx > 0 ? pose.orthoHeightM / screenHeightPx : null;
  if (!pointEcef) return null;
  const depth = dot(subtract(pointEcef, pose.position), pose.direction);
  if (!(depth > 0 && screenHeightPx > 0)) return null;
  return (2 * depth * Math.tan((fovYDeg * Math.PI) / 360)) / screenHeightPx;
}

/** The intersection of the view axis with the ground, ECEF metres; null for the sky, and from under the ground. */
export function groundInTheMiddle({ position, direction }: Pose, groundHeight: number): Vec3 | null {
  if (llaFromEcef(position).height <= groundHeight) return null;
  const reach = rayToEllipsoid(position, direction, groundHeight);
  return reach === null ? null : add(position, scale(direction, reach));
}
