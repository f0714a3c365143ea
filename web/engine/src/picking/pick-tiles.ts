/**
 * Picking under a pixel: a ray against exactly the drawn tiles.
 *
 * 1. Tiles whose box the ray meets, nearest first; a tile farther than the best hit so far ends the search.
 * 2. Their geometry (geometry-cache.ts) in its own local frame, the ray taken there in double precision.
 * 3. Runs of triangles or points whose bounds the ray misses are skipped; the rest are tested one by one.
 * 4. Undrawn parts cannot be picked: hits nearer than the near plane, in a tile's cutouts, or outside the section
 * volume are ignored, and the search continues behind them. The volume is convex, so along the ray it is one interval.
 * 5. The back of a solid that the section opens is drawn as its cut face (render/tile-shader.ts): a pick there is on the plane.
 *
 * The answer is as exact as the tile's own float32 coordinates, without a read-back of the frame.
 */
import { type Vec3, add, scale } from '@overlook/shared/maths';
import { type FeatureStyleTable, isPickable } from '../render/feature-style.ts';
import { type EnuSection, isShown, shownAlong } from '../geometry/half-spaces.ts';
import { isCutOut } from '../render/cutouts.ts';
import type { DrawItem } from '../render/draw-item.ts';
import type { Tile } from '../tiles/tile.ts';
import type { Geometries } from './geometry-cache.ts';
import { type Hit, type PickLimits, type PickRay, pickPrimitive } from './pick-primitive.ts';
import { isBetter } from './ray.ts';

/** Smallest distance along the ray between two surfaces that a drill distinguishes, metres. */
const DRILL_GAP = 0.01;
/** In a cloud, points within this many times the disc of the one before are the same surface, seen at a slant. */
const DRILL_GAP_DISCS = 4;
/** Searches that one drill may make: most of them land on a feature that it has already. */
const DRILL_SEARCHES_PER_HIT = 8;

export interface TilePick {
  pointEnu: Vec3;
  /** Metres from the camera. */
  distance: number;
  /** The feature's id in the layer, where the tile has it, else its number in the tile. */
  featureId: number | null;
  /** Metres: the geometric error of the tile that was hit, at most a centimetre where there is nothing finer. */
  errorMetres: number;
}

/** The drawn part of the tiles. */
export interface ShownPart {
  readonly section: EnuSection | null;
  /** The styles of features: nearly invisible ones are ignored. */
  readonly styles: FeatureStyleTable | null;
  /** ASPRS classes whose points are not drawn; null or absent when all are. */
  readonly hiddenClasses?: ReadonlySet<number> | null;
  /** Backs of faces count whether they are drawn or not: they hide the view of a camera at that place. */
  readonly withBacks?: boolean;
}

const ALL: ShownPart = { section: null, styles: null };

interface Found extends Hit {
  tile: Tile;
  hasLayerIds: boolean;
  /** Where the ray enters the section through a plane that cuts the tile, metres along it; null where it begins inside. */
  enter: number | null;
}

/** Nearest hit, or null when the ray meets nothing that is drawn. */
export function pickTiles(
  items: readonly DrawItem<Tile>[],
  ray: PickRay,
  cache: Geometries,
  shown: ShownPart = ALL,
): TilePick | null {
  const found = nearestHit(candidatesOf(items, ray), ray, cache, shown, ray.near);
  return found && seenOf(found, ray);
}

/**
 * Up to `limit` hits along the ray, nearest first (specification §9: 10). A feature counts once, at its nearest place;
 * without feature ids each surface counts that lies {@link DRILL_GAP} or more behind the one before, and behind a point
 * {@link DRILL_GAP_DISCS} of its drawn radii. Points beside the ray count only when nothing else does, and then one.
 */
export function drillTiles(
  items: readonly DrawItem<Tile>[],
  ray: PickRay,
  cache: Geometries,
  shown: ShownPart,
  limit: number,
): TilePick[] {
  const candidates = candidatesOf(items, ray);
  const features = new Set<string>();
  const picks: TilePick[] = [];
  let from = ray.near;
  for (let i = 0; i < DRILL_SEARCHES_PER_HIT * limit && picks.length < limit; i++) {
    const found = nearestHit(candidates, ray, cache, shown, from);
    if (!found || (!found.covers && picks.length > 0)) break;
    const feature = featureKey(found, items);
    if (feature === null || !features.has(feature)) picks.push(picks.length > 0 ? pickOf(found) : seenOf(found, ray));
    if (feature !== null) features.add(feature);
    if (!found.covers) break;
    from = found.t + Math.max(DRILL_GAP, DRILL_GAP_DISCS * found.discMetres);
  }
  return picks;
}

interface Candidate {
  item: DrawItem<Tile>;
  enter: number;
}

const candidatesOf = (items: readonly DrawItem<Tile>[], ray: PickRay): Candidate[] =>
  items
    .map((item) => ({ item, enter: item.tile.volume.rayDistance(ray.originEnu, ray.directionEnu) }))
    .filter(({ enter }) => enter < Infinity)
    .sort((a, b) => a.enter - b.enter);

function nearestHit(
  candidates: readonly Candidate[],
  ray: PickRay,
  cache: Geometries,
  { section, styles, hiddenClasses = null, withBacks = section !== null }: ShownPart,
  from: number,
): Found | null {
  const [enter, leave] = section ? shownAlong(section, ray.originEnu, ray.directionEnu) : [-Infinity, Infinity];
  let best: Found | null = null;
  for (const { item, enter: tileEnter } of candidates) {
    const to: number = best?.covers ? best.front : Infinity;
    if (tileEnter > to) break;
    const limits: PickLimits = {
      from: Math.max(from, enter),
      to: Math.min(to, leave),
      pointsFrom: from,
      pointsTo: to,
      withBacks,
      isDrawn: isDrawnOf(item, section),
      hiddenClasses,
      finer: item.finer,
      isPickable: styles && ((featureId) => isPickable(styles, featureId)),
    };
    for (const content of item.tile.gpu) {
      for (const primitive of content.primitives) {
        const hit = pickPrimitive(primitive, ray, limits, cache);
        if (!hit || !isBetter(hit, best)) continue;
        const plane = item.isCut && enter > ray.near ? enter : null;
        best = { ...hit, tile: item.tile, hasLayerIds: content.hasLayerIds, enter: plane };
        if (!hit.covers) continue;
        limits.to = Math.min(hit.front, leave);
        limits.pointsTo = hit.front;
      }
    }
  }
  return best;
}

/** The test whether a place in a tile is drawn; null where the whole tile is. */
export function isDrawnOf({ cutouts, isCut }: DrawItem<Tile>, section: EnuSection | null): PickLimits['isDrawn'] {
  const cutBy = isCut ? section : null;
  if (!cutouts && !cutBy) return null;
  return ([x, y, z]) => !(cutouts && isCutOut(cutouts, x, y, z)) && !(cutBy && !isShown(cutBy, x, y, z));
}

/** The identity of a feature in a drill: its id in the layer, else its number in this very tile. */
function featureKey({ featureId, hasLayerIds, tile }: Found, items: readonly DrawItem<Tile>[]): string | null {
  if (featureId === null) return null;
  return hasLayerIds ? String(featureId) : `${items.findIndex((item) => item.tile === tile)}:${featureId}`;
}

const pickOf = ({ pointEnu, t, featureId, tile, isPoint, spacing }: Found): TilePick => ({
  pointEnu,
  distance: t,
  featureId,
  // The meaning of a cloud's geometric error depends on its program; the spacing of its points is known.
  errorMetres: isPoint ? spacing : errorOf(tile),
});

/** The visible part of the first hit: inside a solid that the section opens, it is the cut face. */
function seenOf(found: Found, { originEnu, directionEnu }: PickRay): TilePick {
  const { isInside, enter } = found;
  if (!isInside || enter === null) return pickOf(found);
  return { ...pickOf(found), distance: enter, pointEnu: add(originEnu, scale(directionEnu, enter)) };
}

/** A mesh with nothing finer below it is as exact as the model; the error in its file then has no meaning. */
const FINEST_ERROR = 0.01;

/** Likely error of a surface of a tile, metres. */
export const errorOf = ({ children, geometricError }: Tile): number =>
  children === null ? Math.min(geometricError, FINEST_ERROR) : geometricError;
