/**
 * The common spaces of deck.gl's geospatial views, in doubles: where deck.gl draws a host's own layer at `[longitude, latitude,
 * height]`. An object in such a view is correct if it coincides with such a layer.
 *
 * - `mercator` (`MapView`, MapLibre): 512 units around the world; heights are scaled by latitude on deck.gl's own sphere.
 * - `globe` (`GlobeView`): a sphere of 256 units, which uses geodetic latitude as spherical latitude.
 * - `local` (`SiteView` and other views without longitude and latitude): metres of the site's ENU frame.
 */
import type { Viewport } from '@deck.gl/core';
import { type EnuFrame, type Lla, type Vec3, llaFromEcef, transformPoint } from '@overlook/shared/maths';

export type HostSpace = 'mercator' | 'globe' | 'local';

const RAD = Math.PI / 180;
const WORLD = 512;
/** Earth circumference of deck.gl (math.gl/web-mercator), metres: converts heights to units. */
const MERCATOR_CIRCUMFERENCE = 40.03e6;
const GLOBE_RADIUS = 256;
/** Earth radius of deck.gl, metres. */
const GLOBE_EARTH_RADIUS = 6370972;
/** PROJECTION_MODE.GLOBE of deck.gl, which deck.gl does not export. */
const GLOBE_MODE = 2;

export function hostSpaceOf(viewport: Viewport): HostSpace {
  if (viewport.projectionMode === GLOBE_MODE) return 'globe';
  return viewport.isGeospatial ? 'mercator' : 'local';
}

const mercatorUnitsPerMetre = (latitude: number): number => WORLD / MERCATOR_CIRCUMFERENCE / Math.cos(latitude * RAD);

/** Converts a position to common units; not for `local`. */
export function commonFromLla(space: 'mercator' | 'globe', { longitude, latitude, height }: Lla): Vec3 {
  const [lambda, phi] = [longitude * RAD, latitude * RAD];
  if (space === 'mercator') {
    const y = WORLD / 2 + (WORLD / (2 * Math.PI)) * Math.asinh(Math.tan(phi));
    return [(longitude / 360 + 0.5) * WORLD, y, height * mercatorUnitsPerMetre(latitude)];
  }
  const radius = (height / GLOBE_EARTH_RADIUS + 1) * GLOBE_RADIUS;
  return [
    Math.sin(lambda) * Math.cos(phi) * radius,
    -Math.cos(lambda) * Math.cos(phi) * radius,
    Math.sin(phi) * radius,
  ];
}

/** The inverse of {@link commonFromLla}. */
export function llaFromCommon(space: 'mercator' | 'globe', [x, y, z]: Vec3): Lla {
  if (space === 'mercator') {
    const latitude = Math.atan(Math.sinh(((y - WORLD / 2) * 2 * Math.PI) / WORLD)) / RAD;
    return { longitude: (x / WORLD - 0.5) * 360, latitude, height: z / mercatorUnitsPerMetre(latitude) };
  }
  const radius = Math.hypot(x, y, z);
  return {
    longitude: Math.atan2(x, -y) / RAD,
    latitude: Math.asin(z / radius) / RAD,
    height: (radius / GLOBE_RADIUS - 1) * GLOBE_EARTH_RADIUS,
  };
}

/**
 * Returns the position of a point (site ENU metres) in a space, with the plant raised by `raiseMetres`: exact, through its
 * longitude and latitude.
 */
export function commonFromEnu(space: HostSpace, frame: EnuFrame, pointEnu: Vec3, raiseMetres: number): Vec3 {
  if (space === 'local') return [pointEnu[0], pointEnu[1], pointEnu[2] + raiseMetres];
  const lla = llaFromEcef(transformPoint(frame.ecefFromEnu, pointEnu));
  return commonFromLla(space, { ...lla, height: lla.height + raiseMetres });
}
