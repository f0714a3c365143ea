import { type EnuSection, isBeside } from '../geometry/half-spaces.ts';
import type { Tile } from './tile.ts';

/**
 * Returns the children of a tile that are in the view, each with the mask of the planes that intersect it. Returns null if there
 * are none, or if one of them is not ready or does not replace the tile. `planes`: those of the view, followed by those of the
 * section.
 */
export function readyChildren(
  tile: Tile,
  planes: Float64Array,
  section: EnuSection | null,
): { finer: Tile; mask: number }[] | null {
  const shown: { finer: Tile; mask: number }[] = [];
  for (const finer of tile.builtChildren) {
    const mask = finer.volume.cull(planes, 2 ** (planes.length / 4) - 1);
    if (mask < 0 || (section && isBeside(finer.volume, section))) continue;
    const isThere = finer.state === 'ready' && finer.replaces && !finer.isExternal && !finer.requestVolume;
    if (!isThere) return null;
    shown.push({ finer, mask });
  }
  return shown.length > 0 ? shown : null;
}
