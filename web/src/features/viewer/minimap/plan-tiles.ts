import { lonLatToMercatorPx, MERCATOR_TILE_PX } from '@overlook/shared/maths';
import type { SitePlan } from '@overlook/shared/schemas';
import type { CameraView } from './camera-view.ts';
import type { Size } from './fit-view.ts';

/** A tile of a plan in a map: its corner from the corner of the map, and its side, CSS pixels. */
export interface PlacedTile {
  readonly url: string;
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** The tiles of a plan that a map of this size shows, at the level whose pixels are nearest to those of the map. */
export function planTilesIn(
  { tilesUrl, bounds, minZoom, maxZoom }: SitePlan,
  { centre, zoom }: Pick<CameraView, 'centre' | 'zoom'>,
  { width, height }: Size,
): PlacedTile[] {
  const level = Math.min(maxZoom, Math.max(minZoom, Math.round(zoom)));
  const side = MERCATOR_TILE_PX * 2 ** (zoom - level);
  const placeOf = (longitude: number, latitude: number) =>
    lonLatToMercatorPx(longitude, latitude).map((px) => (px / MERCATOR_TILE_PX) * 2 ** level) as [number, number];
  const [column, row] = placeOf(...centre);
  const [west, north] = placeOf(bounds[0], bounds[3]);
  const [east, south] = placeOf(bounds[2], bounds[1]);
  const columns = numbersBetween(Math.max(west, column - width / 2 / side), Math.min(east, column + width / 2 / side));
  const rows = numbersBetween(Math.max(north, row - height / 2 / side), Math.min(south, row + height / 2 / side));
  return rows.flatMap((y) =>
    columns.map((x) => ({
      url: tilesUrl.replace('{z}', String(level)).replace('{x}', String(x)).replace('{y}', String(y)),
      left: width / 2 + (x - column) * side,
      top: height / 2 + (y - row) * side,
      side,
    })),
  );
}

/** The tiles from the one that `from` is in to the one that `to` ends in; none where `to` is not behind `from`. */
const numbersBetween = (from: number, to: number): number[] =>
  to <= from ? [] : Array.from({ length: Math.ceil(to) - Math.floor(from) }, (_, i) => Math.floor(from) + i);
