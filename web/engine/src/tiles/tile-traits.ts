import type { Tile } from './tile.ts';

/** Every second level is fetched as a fallback (selection.ts, step 4), as in Cesium's “skip level of detail”. */
export const isFallbackLevel = (tile: Tile): boolean => tile.depth % 2 === 0;

/** True if a coarser tile is a fallback for this one: it is requested before, or drawn. */
export function hasCoarserFallback(tile: Tile): boolean {
  for (let up = tile.parent; up; up = up.parent) {
    if (up.urls.length > 0 && isFallbackLevel(up) && up.state !== 'refused') return true;
  }
  return false;
}

/** True if the tile is requested or waits for its upload. */
export const isUnderWay = ({ state }: Tile): boolean => state === 'loading' || state === 'parsed';

/** True if the tile replaces the content of an ancestor, which can be drawn instead. */
export function replacesContent(tile: Tile): boolean {
  for (let up = tile.parent; up; up = up.parent) {
    if (up.isExternal) continue;
    if (!up.replaces) return false;
    if (up.urls.length > 0 && up.state !== 'refused') return true;
  }
  return false;
}

/** True if the content is an external tileset or a subtree, according to its URL or JSON. */
export const refersToTiles = ({ subtree, hasJsonUrl }: Tile): boolean => subtree !== null || hasJsonUrl;
