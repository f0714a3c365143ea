/** Casts a ray from any origin against the finest loaded tiles, visible or not. */
import type { Vec3 } from '@overlook/shared/maths';
import type { Geometries } from '../picking/geometry-cache.ts';
import { type TilePick, pickTiles } from '../picking/pick-tiles.ts';
import { beamView } from '../view/beam.ts';
import type { SceneSide } from './scene-side.ts';

/** Start of the ray as a distance from its origin, because the origin may lie on a surface. */
const NEAR_M = 0.1;
/** The ray hits points of a cloud within this share of the distance: 2.5 pixels at 600 pixels per radian. */
const POINT_SLOPE = 2.5 / 600;

const WHOLE = { section: null, styles: null, withBacks: true } as const;

/**
 * The hit of the ray within `lengthM` in the visible layer of a side. Cut and hidden parts count, and so do back
 * faces. `directionEnu` is a unit vector. `isCovered`: no tile is missing along the ray.
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
