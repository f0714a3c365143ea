import { CAMERA } from '@overlook/shared/config';
import {
  RAD_PER_DEG,
  type Pose,
  type Vec3,
  type VerticalAxes,
  add,
  dot,
  orthoHeightWithin,
  subtract,
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
 * without one; in an orthographic view around its middle then.
 */
export function northUp(pose: Pose, pivot: Vec3 | null): Pose {
  if (pose.orthoHeightM !== undefined) return orthoNorthUp(pose, pose.orthoHeightM, pivot);
  const axes = axesAt(pivot ?? pose.position);
  const { pitchRad } = uprightAnglesOf(pose, axes);
  const turned = orientationOf({ headingRad: 0, pitchRad, rollRad: 0 }, axes);
  if (!pivot) return { position: pose.position, ...turned };
  const away = scale(turned.direction, -distance(pose.position, pivot));
  return { position: add(pivot, away), ...turned };
}

function orthoNorthUp(pose: Pose, orthoHeightM: number, pivot: Vec3 | null): Pose {
  const reach = pivot ? dot(subtract(pivot, pose.position), pose.direction) : orthoReach(orthoHeightM);
  const middle = pivot ?? add(pose.position, scale(pose.direction, reach));
  const axes = axesAt(middle);
  const { pitchRad } = uprightAnglesOf(pose, axes);
  const turned = orientationOf({ headingRad: 0, pitchRad, rollRad: 0 }, axes);
  return { position: subtract(middle, scale(turned.direction, reach)), ...turned, orthoHeightM };
}

/** Metres to what a perspective view shows at the scale of an orthographic one. */
const orthoReach = (orthoHeightM: number): number => orthoHeightM / 2 / Math.tan((CAMERA.fovYDeg * RAD_PER_DEG) / 2);

/**
 * A camera moved along its view axis by a share of the distance to `target`; a negative share moves it back. The height of an
 * orthographic view becomes smaller by the share.
 */
export function zoomed(pose: Pose, targetDistance: number, share: number): Pose {
  if (pose.orthoHeightM !== undefined) {
    const height = orthoHeightWithin(pose.orthoHeightM * (1 - share));
    const nearer = orthoReach(pose.orthoHeightM) - orthoReach(height);
    return { ...pose, position: add(pose.position, scale(pose.direction, nearer)), orthoHeightM: height };
  }
  return { ...pose, position: add(pose.position, scale(pose.direction, targetDistance * share)) };
}
