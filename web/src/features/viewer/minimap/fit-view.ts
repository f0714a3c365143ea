import { lonLatToMercatorPx, mercatorPxToLonLat } from '@overlook/shared/maths';
import type { LonLat } from './footprint.ts';

/** Width and height, CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

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
  const points = places.map(([longitude, latitude]) => lonLatToMercatorPx(longitude, latitude));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = 1 - 2 * margin;
  const scale = Math.min((width * room) / (east - west), (height * room) / (south - north));
  return { centre: mercatorPxToLonLat((east + west) / 2, (north + south) / 2), zoom: Math.log2(scale) };
}
