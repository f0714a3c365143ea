import { type ReadonlyVec3, type Vec3, add, dot, scale, subtract } from '@overlook/shared/maths';
import { squareAxes } from '@overlook/shared/shapes';
import type { ViewRay } from '../view/view-rays.ts';
import { eachPointNear } from './near-points.ts';
import type { DrawnSide } from './near-triangles.ts';

/** Radius of the beam, and its reach before and behind the hit, in distances between points. */
const RADIUS_SPACINGS = 6;
const REACH_SPACINGS = 6;
/** What was hit beside the ray may lie so many times that far before or behind what the ray meets. */
const REACH_OFFSETS = 4;
/** The nearest to the ray say enough. */
const POINTS_MOST = 600;
/** Points looked at: a place with more is full of points much smaller than it. */
const SEEN_MOST = 40_000;

/** Axes in space, each a unit vector. */
export interface Axes {
  readonly e1: Vec3;
  readonly e2: Vec3;
  /** Square to both. */
  readonly normal: Vec3;
}

export function axesAround(normal: Vec3): Axes {
  const [e1, e2] = squareAxes(normal);
  return { e1, e2, normal };
}

/** Coordinates of a vector along axes. */
export const along = ({ e1, e2, normal }: Axes, v: ReadonlyVec3): Vec3 => [dot(v, e1), dot(v, e2), dot(v, normal)];

/**
 * The drawn points around a ray near its hit (ENU metres), those nearest to the ray first: two coordinates across the ray, and metres
 * along it.
 */
export function pointsInBeam(side: DrawnSide, ray: ViewRay, hitEnu: Vec3, spacingM: number): Vec3[] {
  const axes = axesAround(ray.directionEnu);
  const inBeam = (pointEnu: Vec3) => along(axes, subtract(pointEnu, ray.originEnu));
  const hit = inBeam(hitEnu);
  const radiusM = RADIUS_SPACINGS * spacingM;
  const reachM = REACH_SPACINGS * spacingM + REACH_OFFSETS * Math.hypot(hit[0], hit[1]);
  const centre = add(ray.originEnu, scale(ray.directionEnu, hit[2]));
  const beam = { radiusM, directionEnu: ray.directionEnu, halfLengthM: reachM };
  const found: Vec3[] = [];
  eachPointNear(
    side,
    centre,
    () => beam,
    (pointEnu) => found.push(inBeam(pointEnu)) < SEEN_MOST,
  );
  return found.sort((a, b) => offRaySquare(a) - offRaySquare(b)).slice(0, POINTS_MOST);
}

/** Of a point of a beam: the square of its distance from the ray, m². */
export const offRaySquare = ([u, v]: ReadonlyVec3): number => u * u + v * v;
