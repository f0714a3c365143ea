/**
 * Chooses, for one camera, which tiles to draw and which to fetch. Pure: it reads the tree and fills lists.
 *
 * 1. Depth first from the root; a tile outside the frustum ends its branch. Planes that a tile lies wholly inside are
 *    not tested again below it.
 * 2. screenSpaceError = geometricError × height / (distance × 2 tan(fov/2)), distance to the box (3D Tiles 1.1 §6.3).
 *    Above the threshold a tile is refined by its children; otherwise it is a target.
 * 3. ADD: a visited tile is drawn, and its children besides. REPLACE: the children replace it.
 * 4. Only targets and every second level above them are fetched, for a quick, even first picture and something to fall back
 *    on; not the level just above the targets once something coarser is there: near the ground it has as many bytes as they.
 * 5. Where targets are still missing, the nearest ready ancestor is drawn **around** those that are ready: its fragments
 *    inside their boxes are cut away (cutouts.ts). So a tile that is ready is never taken back because its neighbour is not, and
 *    nothing is ever left open that an ancestor can fill. A tile that is refused, or whose viewerRequestVolume the camera is
 *    not in, is missing in this sense too, and the nearest ancestor with content is fetched for it, whatever its level.
 *
 * A section volume is more planes to the same test: a tile outside it is neither drawn nor fetched, one inside is drawn as
 * usual, and one that a plane still crosses is drawn with its fragments tested.
 */
import { type EnuSection, isBeside } from '../geometry/half-spaces.ts';
import type { OrientedBox } from '../geometry/oriented-box.ts';
import { type Cutouts, cutoutsOf } from '../render/cutouts.ts';
import { type PickDemand, finestTiles } from './finest-tiles.ts';
import type { DrawItem } from '../render/draw-item.ts';
import type { CameraView } from '../view/camera-frame.ts';
import { readyBelow } from './ready-below.ts';
import { relaxation } from './relaxation.ts';
import type { Tile } from './tile.ts';

/** Planes of {@link CameraView.planes}; those of the section follow them. */
const VIEW_PLANES = 5;

const enum Coverage {
  /** What is visible of the branch is drawn (or there is nothing to draw). */
  Complete,
  /** Some of it is missing; what is ready and what is not are on the stacks of boxes. */
  Partial,
}

/** Above every priority that a view gives. */
const DEMAND_PRIORITY = 2 ** 24;

/** Every second level is fetched as a fallback (step 4), as in Cesium’s “skip level of detail”. */
const isFallbackLevel = (tile: Tile): boolean => tile.depth % 2 === 0;

export class Selector {
  readonly draw: DrawItem<Tile>[] = [];
  /** Tiles that the view needs and that are not ready. */
  readonly wanted: Tile[] = [];
  /** Tiles that are not ready and that the view would need if nothing were in front of them. */
  readonly spared: Tile[] = [];
  /** Tiles that the view needs or draws, ready or not; another array after each selection. */
  used: Tile[] = [];
  /** The finest tiles at picked points, ready or not. */
  readonly demanded: Tile[] = [];
  /** Tiles that the view needs, ready or not. */
  wantedCount = 0;
  /** All that is visible of the tree is drawn, at a coarse level at least; also when nothing of it is visible. */
  isCovered = false;
  private readonly finished: OrientedBox[] = [];
  private readonly missing: OrientedBox[] = [];
  /** Tiles met that will not come while the camera is here, and that no ancestor has taken the place of yet. */
  private gaps = 0;
  private readonly pool: DrawItem<Tile>[] = [];
  private view!: CameraView;
  private section: EnuSection | null = null;
  private hidden: ReadonlySet<Tile> | null = null;
  private planes: Float64Array = new Float64Array(0);
  private everyPlane = 0;
  private selection = 0;
  private threshold = 16;

  /**
   * Fills `draw`, `wanted` (unsorted) and `used`. No two selections of a tree have the same number, and none has 0. While the
   * camera moves, what shows little is not asked for (relaxation.ts), and at no time what is `hidden` and has something drawn in its
   * place; what is drawn does not depend on that.
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

  /** After {@link select}: asks for the finest tiles at picked points before all that the view needs. */
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
    this.spared.length = 0;
    this.used = [];
    this.wantedCount = 0;
    this.isCovered = false;
    this.finished.length = 0;
    this.missing.length = 0;
    this.gaps = 0;
    this.demanded.length = 0;
  }

  private visit(tile: Tile, planeMask: number, nothingAbove: boolean): Coverage {
    const { view } = this;
    const mask = planeMask === 0 ? 0 : tile.volume.cull(this.planes, planeMask);
    if (mask < 0 || (isCut(mask) && isBeside(tile.volume, this.section!))) return Coverage.Complete;
    if (tile.requestVolume && !tile.requestVolume.contains(view.x, view.y, view.z)) return this.leaveToAncestor(tile);
    tile.visitedAt = this.selection;
    tile.distance = tile.volume.distanceTo(view.x, view.y, view.z);
    tile.screenSpaceError = (tile.geometricError * view.pixelsPerRadian) / Math.max(tile.distance, 1e-3);

    if (tile.isExternal) {
      const own = this.target(tile, mask, nothingAbove);
      const below = this.visitChildren(tile, mask, nothingAbove && tile.state !== 'ready');
      return own === Coverage.Complete ? below : own;
    }
    if (leadsElsewhere(tile)) {
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
      if (below === Coverage.Complete) this.makeFiner(tile, place);
      this.finished.length = finished;
      this.missing.length = missing;
    }
    return own;
  }

  /**
   * The points of a tile drawn at a place of `draw`, with those of finer tiles all over it, are drawn as wide as these. How far
   * apart these are at most follows from the threshold: errors and spacings become smaller together from level to level.
   */
  private makeFiner(tile: Tile, place: number): void {
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
    const coverage = this.visitChildren(tile, mask, nothingAbove && !ready);
    const isFallback = hasContent && isFallbackLevel(tile) && (ready || nothingAbove || this.hasRefined(tile));
    if (isFallback) this.want(tile, nothingAbove, true);
    if (coverage === Coverage.Complete) return coverage;
    const hasGaps = this.gaps > gapsBefore;
    if (hasContent && tile.state !== 'refused') this.gaps = gapsBefore;
    if (!ready) {
      // What will not come while the camera is here leaves its ancestor to show, whatever its level.
      if (hasContent && hasGaps && !isFallback) this.want(tile, nothingAbove, true);
      return coverage;
    }
    this.push(tile, cutoutsOf(this.finished.splice(finishedStart), this.missing.splice(missingStart)), mask);
    this.use(tile);
    return Coverage.Complete;
  }

  /**
   * Where a tile is missing whose children are all there, as when the camera moves away, those are drawn: nothing becomes coarser.
   * At rest it is asked for after all else, because it is less to draw. Null where they are not all there.
   */
  private drawFiner(tile: Tile): Coverage | null {
    if (tile.state === 'ready' || tile.state === 'refused' || tile.urls.length === 0) return null;
    const { x, y, z } = this.view;
    const shown = readyBelow(tile, this.planes, this.section);
    if (!shown) return null;
    for (const { finer, mask } of shown) {
      finer.distance = finer.volume.distanceTo(x, y, z);
      this.use(finer);
      this.push(finer, null, mask);
    }
    if (this.view.isMoving) return Coverage.Complete;
    this.want(tile, false, false);
    tile.priority = 0;
    return Coverage.Complete;
  }

  /** Whether a child in the view is refined in its turn. */
  private hasRefined(tile: Tile): boolean {
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
        // Where nothing of a child is there, its own box says so as well as all those below it.
        if (this.finished.length === finished) {
          this.missing.length = missing;
          this.missing.push(child.volume);
        }
      }
    }
    return coverage;
  }

  /** A tile to be drawn at this camera: draws it when ready, asks for it when not. */
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

  /** Of a tile that will not come while the camera is here: the tile that it replaces is drawn, where there is one. */
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
   * Order of fetching: first where nothing at all is drawn yet, then the coarse levels, then what shows the largest error as
   * long as it is missing; among equals, what is near and in the middle of the view.
   */
  private want(tile: Tile, nothingAbove: boolean, isFallback: boolean): void {
    this.use(tile);
    const isMissing = tile.state !== 'ready' && tile.state !== 'refused';
    const errorPx = isMissing ? this.errorWithout(tile) / relaxation(tile.volume, tile.distance, this.view) : 0;
    if (isMissing && !nothingAbove) {
      if (tile.state === 'unloaded' && this.isHidden(tile)) return void this.spared.push(tile);
      if (this.view.isMoving && !isFallback && errorPx < this.threshold) return;
    }
    this.wantedCount++;
    if (!isMissing) return;
    // The coarsest fallback first; below it the error decides. 2^20 px is above any error that is worth ranking.
    const rank = (nothingAbove && isFallback ? 2 ** 22 - tile.depth * 2 ** 16 : 0) + (isFallback ? 2 ** 20 : 0);
    tile.priority = rank + Math.min(errorPx, 2 ** 19);
    this.wanted.push(tile);
  }

  /** What is hidden hides all that is in it. */
  private isHidden(tile: Tile): boolean {
    if (!this.hidden || this.hidden.size === 0) return false;
    for (let up: Tile | null = tile; up; up = up.parent) if (this.hidden.has(up)) return true;
    return false;
  }

  /** Screen-space error at a tile's place while it is missing: that of the tile above, CSS pixels. */
  private errorWithout({ parent, geometricError, distance }: Tile): number {
    const metres = Math.max(parent?.geometricError ?? Infinity, geometricError);
    return (metres * this.view.pixelsPerRadian) / Math.max(distance, 1e-3);
  }
}

/** Metres between the points of a tile; 0 where it has none. */
const spacingOf = ({ gpu }: Tile): number =>
  gpu.reduce((least, { spacing }) => (spacing > 0 ? Math.min(least || Infinity, spacing) : least), 0);

/** True when a plane of the section is among those that a box still crosses. */
const isCut = (mask: number): boolean => mask >> VIEW_PLANES !== 0;

/** True when the tile takes the place of an ancestor's content, which can be drawn instead. */
function replacesContent(tile: Tile): boolean {
  for (let up = tile.parent; up; up = up.parent) {
    if (up.isExternal) continue;
    if (!up.replaces) return false;
    if (up.urls.length > 0 && up.state !== 'refused') return true;
  }
  return false;
}

/** True when the content is known, by its address or its JSON, to be a further tileset or a subtree. */
const leadsElsewhere = (tile: Tile): boolean =>
  tile.subtree !== null || (tile.urls.length === 1 && /\.json(\?|$)/i.test(tile.urls[0]!));
