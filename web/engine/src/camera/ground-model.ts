/**
 * The earth around the camera: the vertical, the height, and the intersection of a ray with the ground. Near the site a
 * plane would be enough, but the same gestures must also work from 15,000 km.
 */
import {
  type EnuFrame,
  type ReadonlyVec3,
  type Vec3,
  dot,
  llaFromEcef,
  normalize,
  rayToEllipsoid,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';

export interface GroundModel {
  /** Unit vector away from the ground at a place in the site frame. */
  verticalAt(pointEnu: ReadonlyVec3): Vec3;
  /** Metres above the ground; negative below it. */
  heightAt(pointEnu: ReadonlyVec3): number;
  /** Where a ray (unit direction) first meets the ground, or null. */
  intersect(originEnu: ReadonlyVec3, direction: ReadonlyVec3): Vec3 | null;
  /** The earth's centre in the site frame; null where the earth is taken as flat. */
  readonly centreEnu: Vec3 | null;
}

const along = (origin: ReadonlyVec3, direction: ReadonlyVec3, t: number): Vec3 => [
  origin[0] + direction[0] * t,
  origin[1] + direction[1] * t,
  origin[2] + direction[2] * t,
];

/** The horizontal plane at this height of the site frame: enough for a site without a place on the globe. */
export function flatGround(groundHeightEnu: number): GroundModel {
  return {
    centreEnu: null,
    verticalAt: () => [0, 0, 1],
    heightAt: (point) => point[2] - groundHeightEnu,
    intersect(origin, direction) {
      const t = (groundHeightEnu - origin[2]) / direction[2];
      return Number.isFinite(t) && t > 0 ? along(origin, direction, t) : null;
    },
  };
}

/** The WGS84 ellipsoid grown to the ground: `groundHeightEnu` metres above the frame's origin. */
export function ellipsoidGround(frame: EnuFrame, groundHeightEnu: number): GroundModel {
  const groundHeight = frame.origin.height + groundHeightEnu;
  return {
    centreEnu: transformPoint(frame.enuFromEcef, [0, 0, 0]),
    verticalAt(point) {
      const { longitude, latitude } = llaFromEcef(transformPoint(frame.ecefFromEnu, point));
      const [lon, lat] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
      const up: Vec3 = [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
      return normalize(transformDirection(frame.enuFromEcef, up));
    },
    heightAt: (point) => llaFromEcef(transformPoint(frame.ecefFromEnu, point)).height - groundHeight,
    intersect(origin, direction) {
      const originEcef = transformPoint(frame.ecefFromEnu, origin);
      const t = rayToEllipsoid(originEcef, transformDirection(frame.ecefFromEnu, direction), groundHeight);
      return t === null ? null : along(origin, direction, t);
    },
  };
}

/** Sine of the angle by which a ray points below the horizon of a place. */
export const sineBelowHorizon = (direction: ReadonlyVec3, vertical: ReadonlyVec3): number => -dot(direction, vertical);
