import { CAMERA } from '@overlook/shared/config';
import { type Pose, type Vec3, add, dot, ecefToLla, rayToEllipsoid, scale, subtract } from '@overlook/shared/maths';

/** Metres that a CSS pixel covers at the depth of a point (ECEF metres), square to the sight; null for one behind the camera. */
export function metresPerPixel(pose: Pose, pointEcef: Vec3, screenHeightPx: number): number | null {
  const depth = dot(subtract(pointEcef, pose.position), pose.direction);
  if (!(depth > 0 && screenHeightPx > 0)) return null;
  return (2 * depth * Math.tan((CAMERA.fovYDeg * Math.PI) / 360)) / screenHeightPx;
}

/** Where the middle of the view meets the ground, ECEF metres; null for the sky, and from under the ground. */
export function groundInTheMiddle({ position, direction }: Pose, groundHeight: number): Vec3 | null {
  if (ecefToLla(position).height <= groundHeight) return null;
  const reach = rayToEllipsoid(position, direction, groundHeight);
  return reach === null ? null : add(position, scale(direction, reach));
}
