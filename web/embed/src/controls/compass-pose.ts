import {
  RAD_PER_DEG,
  type Pose,
  type Vec3,
  type VerticalAxes,
  add,
  uprightAnglesOf,
  llaFromEcef,
  orientationOf,
  scale,
  distance,
} from '@overlook/shared/maths';

/** East, north and vertical at an ECEF point, in ECEF axes. */
export function axesAt(pointEcef: Vec3): VerticalAxes {
  const { longitude, latitude } = llaFromEcef(pointEcef);
  const [sl, cl] = [Math.sin(longitude * RAD_PER_DEG), Math.cos(longitude * RAD_PER_DEG)];
  const [sp, cp] = [Math.sin(latitude * RAD_PER_DEG), Math.cos(latitude * RAD_PER_DEG)];
  return { east: [-sl, cl, 0], north: [-sp * cl, -sp * sl, cp], vertical: [cp * cl, cp * sl, sp] };
}

/** Heading of a camera in degrees clockwise from true north at its own place, 0 to 360. */
export function headingDegOf(pose: Pose): number {
  const heading = uprightAnglesOf(pose, axesAt(pose.position)).headingRad / RAD_PER_DEG;
  return ((heading % 360) + 360) % 360;
}

/**
 * The same view turned to north: around `pivot` (ECEF), which keeps its place on the screen, or around the camera
 * without one.
 */
export function northUp(pose: Pose, pivot: Vec3 | null): Pose {
  const axes = axesAt(pivot ?? pose.position);
  const { pitchRad } = uprightAnglesOf(pose, axes);
  const turned = orientationOf({ headingRad: 0, pitchRad, rollRad: 0 }, axes);
  if (!pivot) return { position: pose.position, ...turned };
  const away = scale(turned.direction, -distance(pose.position, pivot));
  return { position: add(pivot, away), ...turned };
}

/** A camera moved along its view axis by a share of the distance to `target`; a negative share moves it back. */
export function zoomed(pose: Pose, targetDistance: number, share: number): Pose {
  return { ...pose, position: add(pose.position, scale(pose.direction, targetDistance * share)) };
}
