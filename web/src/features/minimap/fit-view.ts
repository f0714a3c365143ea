import type { Size } from './camera-view.ts';
import type { LonLat } from './footprint.ts';

/** Edge of the world at zoom 0, pixels. */
const WORLD_PX = 256;
const RAD = Math.PI / 180;
/** Circumference of the equator, metres. */
const EQUATOR = 40_075_016.686;

const toMercator = ([longitude, latitude]: LonLat): [number, number] => [
  longitude / 360 + 0.5,
  0.5 - Math.asinh(Math.tan(latitude * RAD)) / (2 * Math.PI),
];

/** A zoom of tiles of 256 pixels as MapLibre counts, for tiles of 512. */
export const mapLibreZoom = (zoom: number): number => zoom - 1;
export const zoomOfMapLibre = (zoom: number): number => zoom + 1;

/**
 * Middle and zoom at which a map of this size shows all places, with a margin of this part of each side. Longitudes may
 * run on past ±180°.
 */
export function fitTo(
  places: readonly LonLat[],
  { width, height }: Size,
  margin: number,
): { centre: LonLat; zoom: number } {
  const points = places.map(toMercator);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = 1 - 2 * margin;
  const scale = Math.min((width * room) / (east - west), (height * room) / (south - north));
  const latitude = Math.atan(Math.sinh(2 * Math.PI * (0.5 - (north + south) / 2))) / RAD;
  return { centre: [((east + west) / 2 - 0.5) * 360, latitude], zoom: Math.log2(scale / WORLD_PX) };
}

/** Metres on the ground to a pixel of a map. */
export const mapMetresPerPixel = (zoom: number, latitude: number): number =>
  (EQUATOR * Math.cos(latitude * RAD)) / (WORLD_PX * 2 ** zoom);
