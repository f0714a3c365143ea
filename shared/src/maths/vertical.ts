import { RAD_PER_DEG } from './angles.ts';
import { llaFromEcef } from './geodesy.ts';
import type { ReadonlyVec3, Vec3 } from './vector.ts';

/** Unit vectors east, north and up (perpendicular to the ellipsoid) at a place, in ECEF axes. */
export interface EnuAxes {
  readonly east: Vec3;
  readonly north: Vec3;
  readonly up: Vec3;
}

export function enuAxesAt(pointEcef: ReadonlyVec3): EnuAxes {
  const { longitude, latitude } = llaFromEcef(pointEcef);
  const [sinLon, cosLon] = [Math.sin(longitude * RAD_PER_DEG), Math.cos(longitude * RAD_PER_DEG)];
  const [sinLat, cosLat] = [Math.sin(latitude * RAD_PER_DEG), Math.cos(latitude * RAD_PER_DEG)];
  return {
    east: [-sinLon, cosLon, 0],
    north: [-sinLat * cosLon, -sinLat * sinLon, cosLat],
    up: [cosLat * cosLon, cosLat * sinLon, sinLat],
  };
}
