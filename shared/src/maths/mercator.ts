import { RAD_PER_DEG } from './angles.ts';
import { WGS84 } from './geodesy.ts';

/**
 * Web Mercator (EPSG:3857) as map tiles use it: the whole Earth in one square tile at zoom 0, and a square twice as wide at
 * each further zoom; x grows to the east, y to the south.
 */

/** Edge of a map tile, pixels. */
export const MERCATOR_TILE_PX = 256;

/** Circumference of the equator, metres. */
const EQUATOR = 2 * Math.PI * WGS84.a;

/** Pixels at zoom 0 from the west and north edge of the world; longitude and latitude in degrees. */
export function lonLatToMercatorPx(longitude: number, latitude: number): [x: number, y: number] {
  const y = 0.5 - Math.asinh(Math.tan(latitude * RAD_PER_DEG)) / (2 * Math.PI);
  return [(longitude / 360 + 0.5) * MERCATOR_TILE_PX, y * MERCATOR_TILE_PX];
}

/** Longitude and latitude, degrees, of a place in pixels at zoom 0. */
export function mercatorPxToLonLat(x: number, y: number): [longitude: number, latitude: number] {
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / MERCATOR_TILE_PX))) / RAD_PER_DEG;
  return [(x / MERCATOR_TILE_PX - 0.5) * 360, latitude];
}

/** Metres on the ground to a pixel at a zoom and a latitude in degrees. */
export const mercatorMetresPerPx = (zoom: number, latitude: number): number =>
  (EQUATOR * Math.cos(latitude * RAD_PER_DEG)) / (MERCATOR_TILE_PX * 2 ** zoom);
