import { type ReadonlyVec3, type Vec3, llaFromEcef, length, ecefFromLla } from '@overlook/shared/maths';

/** Points further than this from the frame's origin are in earth-centred coordinates, metres. */
const GEOCENTRIC_BEYOND = 6_000_000;

/** Heights above the ellipsoid that a model on the earth can have, metres: below every trench, and above every aircraft. */
const LOWEST = -12_000;
const HIGHEST = 100_000;

export const isGeocentric = (point: ReadonlyVec3): boolean => length(point) > GEOCENTRIC_BEYOND;

/** Why a point (ECEF) is not on the earth, as the end of a sentence; null where it is. */
export function offEarthReason(pointEcef: ReadonlyVec3): string | null {
  if (!isGeocentric(pointEcef)) return `${kilometres(length(pointEcef))} from the centre of the Earth`;
  const { height } = llaFromEcef(pointEcef);
  if (height < LOWEST) return `${kilometres(-height)} below the ground`;
  if (height > HIGHEST) return `${kilometres(height)} above the ground`;
  return Number.isFinite(height) ? null : 'at coordinates that are no numbers';
}

const kilometres = (metres: number): string => `${Math.round(metres / 1000).toLocaleString('en-GB')} km`;

/** Longitudes and latitudes in degrees, heights in metres above the ellipsoid. `east` may pass 180. */
export interface Region {
  west: number;
  south: number;
  east: number;
  north: number;
  low: number;
  high: number;
}

/** The region with a point (ECEF) in it; points of one region lie within half the globe. */
export function extendRegion(region: Region | null, pointEcef: ReadonlyVec3): Region {
  const { longitude, latitude, height } = llaFromEcef(pointEcef);
  if (!region) return { west: longitude, south: latitude, east: longitude, north: latitude, low: height, high: height };
  // Longitudes continue from the earlier points, so that a site across the antimeridian has a small range.
  const near = longitude + 360 * Math.round((region.west - longitude) / 360);
  return {
    west: Math.min(region.west, near),
    south: Math.min(region.south, latitude),
    east: Math.max(region.east, near),
    north: Math.max(region.north, latitude),
    low: Math.min(region.low, height),
    high: Math.max(region.high, height),
  };
}

/** The middle of a region at its lowest height. */
export function groundOf({ west, south, east, north, low }: Region) {
  const longitude = (west + east) / 2;
  return { longitude: longitude - 360 * Math.round(longitude / 360), latitude: (south + north) / 2, height: low };
}

/** The eight corners of a region, ECEF. */
export function regionCorners({ west, south, east, north, low, high }: Region): Vec3[] {
  return [west, east].flatMap((longitude) =>
    [south, north].flatMap((latitude) => [low, high].map((height) => ecefFromLla({ longitude, latitude, height }))),
  );
}
