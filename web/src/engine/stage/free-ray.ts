/** A ray that need not come from the camera, against the finest tiles that have been loaded, on the screen or not. */
import type { Vec3 } from '@overlook/shared/maths';
import type { Geometries } from '../picking/geometry-cache.ts';
import { type TilePick, pickTiles } from '../picking/pick-tiles.ts';
import { beamView } from '../view/beam.ts';
import type { SceneSide } from './scene-side.ts';

/** Distance from its origin at which the ray begins, because the origin may lie on a surface. */
const NEAR_M = 0.1;
/** It meets points of a cloud within this share of the distance beside it: 2.5 pixels of a camera of 600 a radian. */
const POINT_SLOPE = 2.5 / 600;

const WHOLE = { section: null, styles: null, withBacks: true } as const;

/**
 * The hit of the ray within `lengthM` in the visible layer of a side. Cut and hidden parts count, and so do backs of
 * faces. `directionEnu` is a unit vector. `isCovered` when no tile is missing on the way.
 */
export function castRayInLoaded(
  side: SceneSide,
  geometries: Geometries,
  originEnu: Vec3,
  directionEnu: Vec3,
  lengthM: number,
): { pick: TilePick | null; isCovered: boolean } {
  const { items, isCovered } = side.loadedFor(beamView(originEnu, directionEnu, lengthM));
  const discs = { least: POINT_SLOPE, most: POINT_SLOPE, perPx: 0 };
  const ray = { originEnu, directionEnu, near: NEAR_M, discs, reachSlope: POINT_SLOPE, gapSlope: 0 };
  const pick = pickTiles(items, ray, geometries, WHOLE);
  return { pick: pick && pick.distance <= lengthM ? pick : null, isCovered };
}
