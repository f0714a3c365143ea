import { type ReadonlyVec3, WGS84, dot, subtract } from '@overlook/shared/maths';

const AXES = [WGS84.a, WGS84.a, WGS84.a * (1 - WGS84.f)] as const;

/** ECEF metres in a space where the ellipsoid is the unit sphere; straight lines stay straight. */
const toSphere = (pointEcef: ReadonlyVec3) =>
  [pointEcef[0] / AXES[0], pointEcef[1] / AXES[1], pointEcef[2] / AXES[2]] as const;

/**
 * Whether the WGS84 ellipsoid is between the eye and a point on or above it; ECEF metres. The visible part of a sphere
 * ends at the plane of the tangent points; beyond that plane everything inside the tangent cone is hidden (after
 * CesiumJS's EllipsoidalOccluder). From under the ellipsoid only points above the eye's own level plane are visible.
 */
export function isBeyondHorizon(eyeEcef: ReadonlyVec3, pointEcef: ReadonlyVec3): boolean {
  const eye = toSphere(eyeEcef);
  const towards = subtract(toSphere(pointEcef), eye);
  const inward = -dot(towards, eye);
  const tangentSquared = dot(eye, eye) - 1;
  if (tangentSquared < 0) return inward > 0;
  return inward > tangentSquared && inward * inward > tangentSquared * dot(towards, towards);
}
