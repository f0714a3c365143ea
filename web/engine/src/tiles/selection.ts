/**
 * Selects the tiles to draw and to fetch for one camera. Pure: it reads the tree and fills lists.
 *
 * 1. Depth-first traversal from the root; a tile outside the frustum ends its branch. Planes that a tile is completely inside of
 *    are not tested again below it.
 * 2. screenSpaceError = geometricError × height / (distance × 2 tan(fov/2)), with the distance to the box (3D Tiles 1.1 §6.3); in
 *    an orthographic view geometricError × pixels a metre, at any distance. Above the threshold a tile is refined by its children; otherwise it is a target.
 * 3. ADD: a visited tile is drawn in addition to its children. REPLACE: the children replace it.
 * 4. Only targets and every second level above them are fetched, for a fast, even first frame and as a fallback. The level
 *    directly above the targets is not fetched once a coarser tile is ready: near the ground it has as many bytes as the targets.
 *    Nor is a level that would replace only a few tiles that are requested anyway.
 * 5. If targets are missing, the nearest ready ancestor is drawn **around** the ready ones: its fragments inside their boxes are
 *    discarded (cutouts.ts). So a ready tile is never hidden because its neighbour is missing, and an ancestor fills every hole
 *    that it can fill. A refused tile, or a tile whose viewerRequestVolume does not contain the camera, also counts as missing;
 *    the nearest ancestor with content is fetched for it at any level.
 *
 * A section volume adds planes to the same test: a tile outside is neither drawn nor fetched, a tile inside is drawn as usual,
 * and a tile that a plane intersects is drawn with a test for each fragment.
 */
import { type EnuSection, isBeside } from '../geometry/half-spaces.ts';
import type { OrientedBox } from '../geometry/oriented-box.ts';
import { type Cutouts, cutoutsOf } from '../render/cutouts.ts';
import { type PickDemand, finestTiles } from './finest-tiles.ts';
import type { DrawItem } from '../render/draw-item.ts';
import { alongView, type CameraView, ORTHO_REACH_M, pixelsPerMetreAt } from '../view/camera-frame.ts';
import { readyChildren } from './ready-children.ts';
import { relaxation } from './relaxation.ts';
import { TILE_OPTIONS } from './tile-options.ts';
import type { Tile } from './tile.ts';
import { hasCoarserFallback, isFallbackLevel, isUnderWay, refersToTiles, replacesContent } from './tile-traits.ts';

/** Planes of {@link CameraView.planes}; the planes of the section follow. */
const VIEW_PLANES = 5;

const enum Coverage {
  /** The visible part of the branch is drawn (or there is nothing to draw). */
  Complete,
  /** A part is missing; the boxes of ready and missing tiles are on the stacks. */
  Partial,
}

/** Higher than every priority of a view. */
const DEMAND_PRIORITY = 2 ** 24;

export class Selector {
  readonly draw: DrawItem<Tile>[] = [];
  /** Tiles that the view needs and that are not ready. */
  readonly wanted: Tile[] = [];
  /** Tiles that are not ready and are hidden: the view would need them without occlusion culling. */
  readonly occluded: Tile[] = [];
  /** Tiles that the view needs or draws, ready or not. Each selection creates a new array. */
  used: Tile[] = [];
  /** The finest tiles at picked points, ready or not. */
  readonly demanded: Tile[] = [];
  /** Number of tiles that the view needs, ready or not. */
  wantedCount = 0;
  /** True if the visible part of the tree is drawn, at least at a coarse level, or nothing of it is visible. */
  isCovered = false;
  private readonly finished: OrientedBox[] = [];
  private readonly missing: OrientedBox[] = [];
  /** Number of visited tiles that cannot load for this camera and that no ancestor replaces yet. */
  private gaps = 0;
  /** Missing tiles that are requested, and more for those that are not. */
  private missingCount = 0;
  private readonly pool: DrawItem<Tile>[] = [];
  private view!: CameraView;
  private section: EnuSection | null = null;
  private hidden: ReadonlySet<Tile> | null = null;
  private planes: Float64Array = new Float64Array(0);
  private everyPlane = 0;
  private selection = 0;
  private threshold = 16;

  /**
   * Fills `draw`, `wanted` (unsorted) and `used`. `selection` is unique in a tree and not 0. While the camera moves, tiles with
   * little effect are not requested (relaxation.ts). `hidden` tiles with a drawn ancestor are never requested. Neither affects
   * the tiles that are drawn.
   */
  select(
    root: Tile,
    view: CameraView,
    thresholdPx: number,
    selection: number,
    section: EnuSection | null = null,
    hidden: ReadonlySet<Tile> | null = null,
  ): void {
    this.clear();
    this.view = view;
    this.hidden = hidden;
    this.section = section;
    this.planes = section ? Float64Array.from([...view.planes, ...section.planes]) : view.planes;
    this.everyPlane = 2 ** (this.planes.length / 4) - 1;
    this.threshold = thresholdPx;
    this.selection = selection;
    this.isCovered = this.visit(root, this.everyPlane, true) === Coverage.Complete;
  }

  /** Requests the finest tiles at picked points before all tiles of the view. Call it after {@link select}. */
  demand(root: Tile, demands: readonly PickDemand[]): void {
    for (const demand of demands) {
      for (const tile of finestTiles(root, demand)) {
        if (tile.demandedAt === this.selection) continue;
        tile.demandedAt = this.selection;
        this.demanded.push(tile);
        const isNew = tile.selectedAt !== this.selection;
        this.use(tile);
        if (isNew) this.wantedCount++;
        if (tile.state === 'ready' || tile.state === 'refused') continue;
        tile.priority = DEMAND_PRIORITY - this.demanded.length;
        if (isNew) this.wanted.push(tile);
      }
    }
  }

  clear(): void {
    for (const item of this.draw) {
      item.cutouts = null;
      item.finer = null;
      this.pool.push(item);
    }
    this.draw.length = 0;
    this.wanted.length = 0;
    this.occluded.length = 0;
    this.used = [];
    this.wantedCount = 0;
    this.isCovered = false;
    this.finished.length = 0;
    this.missing.length = 0;
    this.gaps = this.missingCount = 0;
    this.demanded.length = 0;
  }

  private visit(tile: Tile, planeMask: number, nothingAbove: boolean): Coverage {
    const { view } = this;
    const mask = planeMask === 0 ? 0 : tile.volume.cull(this.planes, planeMask);
    if (mask < 0 || (isCut(mask) && isBeside(tile.volume, this.section!))) return Coverage.Complete;
    if (tile.requestVolume && !tile.requestVolume.contains(view.x, view.y, view.z)) return this.leaveToAncestor(tile);
    tile.visitedAt = this.selection;
    tile.distance = distanceFrom(view, tile.volume);
    tile.screenSpaceError = tile.geometricError * pixelsPerMetreAt(view, tile.distance);

    if (tile.isExternal) {
      const own = this.target(tile, mask, nothingAbove);
      const below = this.visitChildren(tile, mask, nothingAbove && tile.state !== 'ready');
      return own === Coverage.Complete ? below : own;
    }
    if (refersToTiles(tile)) {
      this.want(tile, nothingAbove, true);
      return tile.state === 'refused' ? this.leaveToAncestor(tile) : this.miss(tile);
    }
    const refine = tile.screenSpaceError > this.threshold && tile.children !== null;
    return tile.replaces
      ? this.visitReplace(tile, mask, nothingAbove, refine)
      : this.visitAdd(tile, mask, nothingAbove, refine);
  }

  private visitAdd(tile: Tile, mask: number, nothingAbove: boolean, refine: boolean): Coverage {
    const place = this.draw.length;
    const own = this.target(tile, mask, nothingAbove);
    if (refine) {
      const [finished, missing] = [this.finished.length, this.missing.length];
      const below = this.visitChildren(tile, mask, nothingAbove && own === Coverage.Partial);
      if (below === Coverage.Complete) this.limitPointSize(tile, place);
      this.finished.length = finished;
      this.missing.length = missing;
    }
    return own;
  }

  /**
   * Reduces the point size of the tile at index `place` of `draw` to that of finer tiles that cover it completely. The largest
   * spacing of these follows from the threshold, because error and spacing decrease together from level to level.
   */
  private limitPointSize(tile: Tile, place: number): void {
    const item = this.draw[place];
    const own = spacingOf(tile);
    if (item?.tile !== tile || own === 0) return;
    let spacing = own;
    for (let i = place + 1; i < this.draw.length; i++)
      spacing = Math.min(spacing, spacingOf(this.draw[i]!.tile) || own);
    if (spacing < own) item.finer = { spacing, apartPx: (this.threshold * own) / tile.geometricError };
  }

  private visitReplace(tile: Tile, mask: number, nothingAbove: boolean, refine: boolean): Coverage {
    if (!refine) return this.drawFiner(tile) ?? this.target(tile, mask, nothingAbove);
    const hasContent = tile.urls.length > 0;
    const ready = tile.state === 'ready';
    const finishedStart = this.finished.length;
    const missingStart = this.missing.length;
    const gapsBefore = this.gaps;
    const missingBefore = this.missingCount;
    const coverage = this.visitChildren(tile, mask, nothingAbove && !ready);
    const isFallback =
      hasContent &&
      isFallbackLevel(tile) &&
      (ready ||
        (nothingAbove && !hasCoarserFallback(tile)) ||
        this.isWorthwhile(tile, this.missingCount - missingBefore));
    if (isFallback) this.want(tile, nothingAbove, true);
    if (coverage === Coverage.Complete) return coverage;
    const hasGaps = this.gaps > gapsBefore;
    if (hasContent && tile.state !== 'refused') this.gaps = gapsBefore;
    if (!ready) {
      // For tiles that cannot load for this camera, the ancestor is drawn, at any level.
      if (hasContent && hasGaps && !isFallback) this.want(tile, nothingAbove, true);
      return coverage;
    }
    this.push(tile, cutoutsOf(this.finished.splice(finishedStart), this.missing.splice(missingStart)), mask);
    this.use(tile);
    return Coverage.Complete;
  }

  /**
   * If a tile is missing but all its children are ready, for example when the camera moves away, the children are drawn, so that
   * no detail is lost. At rest the tile is requested last, because it is faster to draw. Returns null if a child is not ready.
   */
  private drawFiner(tile: Tile): Coverage | null {
    if (tile.state === 'ready' || tile.state === 'refused' || tile.urls.length === 0) return null;
    const shown = readyChildren(tile, this.planes, this.section);
    if (!shown) return null;
    for (const { finer, mask } of shown) {
      finer.distance = distanceFrom(this.view, finer.volume);
      this.use(finer);
      this.push(finer, null, mask);
    }
    if (this.view.isMoving) return Coverage.Complete;
    this.want(tile, false, false);
    tile.priority = 0;
    return Coverage.Complete;
  }

  /** True if a fallback shows enough before its descendants do: some are two levels finer, and many are missing. */
  private isWorthwhile(tile: Tile, missingBelow: number): boolean {
    if (missingBelow < TILE_OPTIONS.leastMissingForFallback && !isUnderWay(tile)) return false;
    return tile.children!.some(
      ({ visitedAt, screenSpaceError, children }) =>
        visitedAt === this.selection && screenSpaceError > this.threshold && children !== null,
    );
  }

  private visitChildren(tile: Tile, mask: number, nothingAbove: boolean): Coverage {
    let coverage = Coverage.Complete;
    for (const child of tile.children ?? []) {
      const [finished, missing] = [this.finished.length, this.missing.length];
      if (this.visit(child, mask, nothingAbove) === Coverage.Complete) {
        this.finished.length = finished;
        this.missing.length = missing;
        if (child.visitedAt === this.selection) this.finished.push(child.volume);
      } else {
        coverage = Coverage.Partial;
        // If no part of a child is ready, its own box replaces the boxes below it.
        if (this.finished.length === finished) {
          this.missing.length = missing;
          this.missing.push(child.volume);
        }
      }
    }
    return coverage;
  }

  /** Handles a tile that should be drawn for this camera: draws it if it is ready, otherwise requests it. */
  private target(tile: Tile, mask: number, nothingAbove: boolean): Coverage {
    if (tile.state === 'none') return Coverage.Complete;
    const tight = tile.contentVolume ? tile.contentVolume.cull(this.planes, this.everyPlane) : mask;
    if (tight < 0) return Coverage.Complete;
    this.want(tile, nothingAbove, false);
    if (tile.state === 'refused') this.gaps++;
    if (tile.state !== 'ready') return this.miss(tile);
    this.push(tile, null, tight);
    return Coverage.Complete;
  }

  /** Handles a tile that cannot load for this camera: the tile that it replaces is drawn, if there is one. */
  private leaveToAncestor(tile: Tile): Coverage {
    if (!replacesContent(tile)) return Coverage.Complete;
    this.gaps++;
    return this.miss(tile);
  }

  private miss(tile: Tile): Coverage {
    this.missing.push(tile.volume);
    return Coverage.Partial;
  }

  private use(tile: Tile): void {
    tile.selectedAt = this.selection;
    this.used.push(tile);
  }

  private push(tile: Tile, cutouts: Cutouts | null, mask: number): void {
    const item = this.pool.pop() ?? { tile, cutouts, finer: null, isCut: false, distance: 0 };
    item.tile = tile;
    item.cutouts = cutouts;
    item.isCut = isCut(mask);
    item.distance = tile.distance;
    this.draw.push(item);
  }

  /**
   * Order of requests: first empty areas, then coarse levels, then tiles by the error that is visible while they are missing.
   * Near tiles and tiles in the centre of the view have a larger effective error.
   */
  private want(tile: Tile, nothingAbove: boolean, isFallback: boolean): void {
    this.use(tile);
    const isMissing = tile.state !== 'ready' && tile.state !== 'refused';
    const errorPx = isMissing ? this.errorWithout(tile) / relaxation(tile.volume, tile.distance, this.view) : 0;
    if (isMissing && !nothingAbove) {
      if (tile.state === 'unloaded' && this.isHidden(tile)) return void this.occluded.push(tile);
      // A tile that is not requested needs its fallback: it counts as many.
      if (this.view.isMoving && !isFallback && errorPx < this.threshold)
        return void (this.missingCount += TILE_OPTIONS.leastMissingForFallback);
    }
    this.wantedCount++;
    if (!isMissing) return;
    this.missingCount++;
    // The coarsest fallback is first; the error sorts the others. 2^20 px is more than any relevant error.
    const rank = (nothingAbove && isFallback ? 2 ** 22 - tile.depth * 2 ** 16 : 0) + (isFallback ? 2 ** 20 : 0);
    tile.priority = rank + Math.min(errorPx, 2 ** 19);
    this.wanted.push(tile);
  }

  /** True if the tile or an ancestor is hidden. */
  private isHidden(tile: Tile): boolean {
    if (!this.hidden || this.hidden.size === 0) return false;
    for (let up: Tile | null = tile; up; up = up.parent) if (this.hidden.has(up)) return true;
    return false;
  }

  /** Screen-space error at a tile's position while the tile is missing: that of its parent, CSS pixels. */
  private errorWithout({ parent, geometricError, distance }: Tile): number {
    const metres = Math.max(parent?.geometricError ?? Infinity, geometricError);
    return metres * pixelsPerMetreAt(this.view, distance);
  }
}

/** Metres from the camera to a box; in an orthographic view along it, from where it begins. */
const distanceFrom = (view: CameraView, volume: OrientedBox): number =>
  view.isOrtho
    ? Math.max(0, ORTHO_REACH_M + alongView(view, volume) - volume.radius)
    : volume.distanceTo(view.x, view.y, view.z);

/** Spacing of the points of a tile, metres; 0 without points. */
const spacingOf = ({ gpu }: Tile): number =>
  gpu.reduce((least, { spacing }) => (spacing > 0 ? Math.min(least || Infinity, spacing) : least), 0);

/** True if a plane of the section intersects the box. */
const isCut = (mask: number): boolean => mask >> VIEW_PLANES !== 0;
