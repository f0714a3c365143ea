import type { ImplicitContent } from '../check/implicit-walk.ts';

export interface CutLimits {
  /** Tiles of at most this error are fine enough, metres; with −1 all tiles are refined that can be. */
  fineEnough: number;
  /** No tile is refined beyond this number of tiles in all. */
  mostTiles: number;
  /** Largest number of tiles that are opened, against tilesets that refer to each other without end. */
  mostOpened?: number;
}

/**
 * Of all contents of an implicit tile those that show it at one level of detail: the first level that is fine enough,
 * or the deepest with few enough contents. Where a part has no content at that level, its coarser content is used.
 */
export function pickLevel(
  contents: readonly ImplicitContent[],
  { fineEnough, mostTiles, rootError, refine }: CutLimits & { rootError: number; refine: 'ADD' | 'REPLACE' },
): ImplicitContent[] {
  const deepest = contents.reduce((most, { at }) => Math.max(most, at.level), 0);
  const wanted = fineEnough > 0 ? Math.ceil(Math.log2(Math.max(1, rootError / fineEnough))) : deepest;
  for (let level = Math.min(deepest, wanted); level > 0; level--) {
    const picked = contentsAt(contents, level, refine);
    if (picked.length <= mostTiles) return picked;
  }
  return contentsAt(contents, 0, refine).slice(0, mostTiles);
}

function contentsAt(contents: readonly ImplicitContent[], level: number, refine: 'ADD' | 'REPLACE'): ImplicitContent[] {
  const above = contents.filter((content) => content.at.level <= level);
  if (refine === 'ADD') return above;
  const replaced = new Set<string>();
  for (const { at } of above) if (at.level > 0) replaced.add([at.level - 1, at.x >> 1, at.y >> 1, at.z >> 1].join('/'));
  return above.filter(({ at }) => !replaced.has([at.level, at.x, at.y, at.z].join('/')));
}
