/**
 * Finds the finest tiles at a position on a ray, even if the view needs coarser ones: for a point that was picked on a coarse
 * tile. Follows all branches whose boxes intersect the ray within `reach` of the position.
 */
import type { Vec3 } from '@overlook/shared/maths';
import { TILE_OPTIONS } from './tile-options.ts';
import type { Tile } from './tile.ts';

/** ENU metres; `directionEnu` is a unit vector. */
export interface PickDemand {
  readonly originEnu: Vec3;
  readonly directionEnu: Vec3;
  readonly pointEnu: Vec3;
  readonly reach: number;
}

/**
 * Returns the finest known tiles at the position, loaded or not: contents without finer contents there, and tiles that refer to
 * further tiles.
 */
export function finestTiles(root: Tile, demand: PickDemand): Tile[] {
  const found: Tile[] = [];
  follow(root, demand, found);
  return found;
}

function isNear({ volume }: Tile, { originEnu, directionEnu, pointEnu, reach }: PickDemand): boolean {
  return volume.distanceTo(...pointEnu) <= reach && volume.rayDistance(originEnu, directionEnu) < Infinity;
}

function follow(tile: Tile, demand: PickDemand, found: Tile[]): void {
  if (found.length >= TILE_OPTIONS.mostTilesOfPick || !isNear(tile, demand)) return;
  const finer = (tile.children ?? []).filter((child) => isNear(child, demand));
  for (const child of finer) follow(child, demand, found);
  const isOwnShown = finer.length === 0 || !tile.replaces;
  if (isOwnShown && tile.state !== 'none' && found.length < TILE_OPTIONS.mostTilesOfPick) found.push(tile);
}
