/**
 * The finest contents at a place on a ray, even where the view needs less: for a point that was picked on a coarse tile. All
 * branches whose boxes the ray meets within `reach` of the place are followed to their ends.
 */
import type { Vec3 } from '@overlook/shared/maths';
import type { Tile } from './tile.ts';

/** ENU metres; `directionEnu` is a unit vector. */
export interface PickDemand {
  readonly originEnu: Vec3;
  readonly directionEnu: Vec3;
  readonly pointEnu: Vec3;
  readonly reach: number;
}

/** Ends of branches that one place may ask for: a few boxes overlap anywhere, a broken tree must not load as a whole. */
const TILES_AT_MOST = 12;

/** What of the tree shows the place best, loaded or not: contents without anything finer there, and ways to more tiles. */
export function finestTiles(root: Tile, demand: PickDemand): Tile[] {
  const found: Tile[] = [];
  follow(root, demand, found);
  return found;
}

function isNear({ volume }: Tile, { originEnu, directionEnu, pointEnu, reach }: PickDemand): boolean {
  return volume.distanceTo(...pointEnu) <= reach && volume.rayDistance(originEnu, directionEnu) < Infinity;
}

function follow(tile: Tile, demand: PickDemand, found: Tile[]): void {
  if (found.length >= TILES_AT_MOST || !isNear(tile, demand)) return;
  const finer = (tile.children ?? []).filter((child) => isNear(child, demand));
  for (const child of finer) follow(child, demand, found);
  const isOwnShown = finer.length === 0 || !tile.replaces;
  if (isOwnShown && tile.state !== 'none' && found.length < TILES_AT_MOST) found.push(tile);
}
