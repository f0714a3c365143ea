import {
  type Quaternion,
  type Vec3,
  add,
  axisAngle,
  distance,
  dot,
  length,
  mix,
  multiplyQuaternions,
  normalize,
  rotate,
  rotationBetween,
  scale,
  subtract,
  rotateOrientation,
} from '@overlook/shared/maths';
import type { EnuPose } from '../view/enu-pose.ts';
import { type Perspective, type ScreenXy, screenRay } from '../view/screen-ray.ts';

export interface GlobeSpin {
  /** The pose when the point was grabbed. */
  start: EnuPose;
  anchor: Vec3;
  /** The earth's centre, all in the site frame. */
  centre: Vec3;
  /** Where the cursor is now. */
  screenXy: ScreenXy;
  perspective: Perspective;
  /** Above 1: nearer to the anchor by this factor. */
  zoom: number;
  /** Clockwise turn of the image about the anchor, radians. */
  twistRad: number;
}

/**
 * Turns the camera about the earth's centre so that the grabbed point is under the cursor. Height, pitch and roll over
 * the globe do not change. Past the limb the nearest point of the limb counts.
 */
export function spinGlobe({ start, anchor, centre, screenXy, perspective, zoom, twistRad }: GlobeSpin): EnuPose {
  const position = mix(anchor, start.positionEnu, 1 / zoom);
  const grabbed = normalize(subtract(anchor, centre));
  const radius = distance(anchor, centre);
  const under = onSphere(subtract(position, centre), screenRay(start, screenXy, perspective), radius);
  const turn = multiplyQuaternions(axisAngle(grabbed, twistRad), rotationBetween(normalize(under), grabbed));
  return about(centre, turn, { ...start, positionEnu: position });
}

function about(centre: Vec3, turn: Quaternion, pose: EnuPose): EnuPose {
  return {
    positionEnu: add(centre, rotate(turn, subtract(pose.positionEnu, centre))),
    ...rotateOrientation(turn, pose),
  };
}

/**
 * The first intersection of a ray with the sphere about the origin; when it misses, its nearest point, projected onto
 * the sphere.
 */
function onSphere(origin: Vec3, ray: Vec3, radius: number): Vec3 {
  const toNearest = -dot(origin, ray);
  const nearest = add(origin, scale(ray, toNearest));
  const half = radius * radius - dot(nearest, nearest);
  if (half <= 0) return scale(nearest, radius / length(nearest));
  return add(origin, scale(ray, toNearest - Math.sqrt(half)));
}
