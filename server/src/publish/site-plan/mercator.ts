/**
 * Web Mercator (EPSG:3857) as map tiles use it: whole earth in a square of 256 pixels at zoom 0, twice as many at each
 * further zoom; x grows to the east, y to the south.
 */
import { type Vec3, ecefToLla } from '@overlook/shared/maths';

/** Edge of a map tile, pixels. */
export const TILE_PX = 256;

const RAD = Math.PI / 180;
/** Semi-major axis of WGS84 times 2π: the earth's girth in the projection, metres. */
const GIRTH = 40_075_016.685_578_49;

/** Pixels from the west and north edge of the world at zoom 0, and the height above the ellipsoid in metres. */
export function worldPixel(pointEcef: Vec3): Vec3 {
  const { longitude, latitude, height } = ecefToLla(pointEcef);
  const sine = Math.sin(latitude * RAD);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [(longitude / 360 + 0.5) * TILE_PX, y * TILE_PX, height];
}

/** Longitude and latitude, degrees, of a place in pixels of zoom 0. */
export function lonLatOf(x: number, y: number): [longitude: number, latitude: number] {
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / TILE_PX))) / RAD;
  return [(x / TILE_PX - 0.5) * 360, latitude];
}

/** Metres on the ground to a pixel of zoom 0, at a latitude in degrees. */
export const metresPerPixel = (latitude: number): number => (GIRTH * Math.cos(latitude * RAD)) / TILE_PX;
