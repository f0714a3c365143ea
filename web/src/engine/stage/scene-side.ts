/**
 * The layers of one side of a screen: the one that was chosen, and the one before it, which is seen until the chosen one
 * covers the view. A screen without a divider is its first side.
 */
import type { EnuFrame } from '@overlook/shared/maths';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { DrawItem } from '../render/draw-item.ts';
import type { RenderStyle, TilePass } from '../render/tile-pass.ts';
import type { PickDemand } from '../tiles/finest-tiles.ts';
import { HiddenTiles } from '../tiles/hidden-tiles.ts';
import { LayerTiles } from '../tiles/layer-tiles.ts';
import { PointBudget, pointsOf } from '../tiles/point-budget.ts';
import type { Tile } from '../tiles/tile.ts';
import type { TileStore } from '../tiles/tile-store.ts';
import { type NextView, NO_PROGRESS, type TilesetProgress } from '../tiles/tileset-view.ts';
import { bytesOf, DrawnBefore } from './drawn-items.ts';
import type { OwnFiles } from './own-files.ts';
import type { CameraFrame, CameraView, RenderCamera } from '../view/camera-frame.ts';

export interface SceneSideOptions {
  /** Where the tiles are: in the context of the canvas. */
  store: TileStore;
  frame: EnuFrame;
  onChange(): void;
  onError(url: string, error: Error, final: boolean): void;
  /** Another layer is seen than before. */
  onSeen(): void;
  /** How many points are drawn at most. */
  pointsMost(): number;
}

export class SceneSide {
  private readonly layers = new Map<number, LayerTiles>();
  private active: LayerTiles | null = null;
  /** The layer chosen before, which is seen and picked until the active one covers the view. */
  private held: LayerTiles | null = null;
  /** Screen-space error that the layer on view was chosen with last, CSS pixels. */
  private seenThresholdPx = 16;
  /** As much of the active layer is chosen that the view is covered, or that nothing further comes. */
  private isShowable = false;
  private readonly drawnBefore = new DrawnBefore();
  private readonly budget = new PointBudget();
  private readonly hidden: HiddenTiles;
  /** What is drawn: as of the newest {@link select}. */
  items: DrawItem<Tile>[] = [];
  /** GPU memory of what is drawn, bytes. */
  bytes = 0;
  /** True once a frame that covers the view has been drawn. */
  isOpen = false;

  constructor(
    private readonly options: SceneSideOptions,
    private readonly own: OwnFiles,
  ) {
    this.hidden = new HiddenTiles(options.store.resources.gl);
  }

  /**
   * Changes to a layer. The visible layer stays until the new one covers the view, and then keeps its tiles for as long
   * as memory allows.
   */
  show(modeltypeId: number, url: string): void {
    if (this.active?.modeltypeId === modeltypeId) return;
    const { seen } = this;
    let layer = this.layers.get(modeltypeId);
    if (!layer) {
      const { store, frame, onChange, onError } = this.options;
      layer = new LayerTiles(modeltypeId, { url, frame, store, onChange, onError });
      this.layers.set(modeltypeId, layer);
    }
    if (this.active !== seen) this.active?.deactivate();
    this.active = layer;
    this.held = seen !== layer ? seen : null;
    if (this.seen !== seen) this.options.onSeen();
  }

  showNothing(): void {
    this.active?.deactivate();
    this.held?.deactivate();
    const hasSeen = this.seen !== null;
    this.active = this.held = null;
    this.items = [];
    this.bytes = 0;
    if (hasSeen) this.options.onSeen();
  }

  get isUsed(): boolean {
    return this.active !== null;
  }

  /** Model type of the layer that is seen, which is the one chosen before until the new one covers the view. */
  get seenLayerId(): number | null {
    return this.seen?.modeltypeId ?? null;
  }

  private get seen(): LayerTiles | null {
    return this.held ?? this.active;
  }

  /** True while a selection for an unchanged camera may still come out differently. */
  get isStale(): boolean {
    return this.active !== null && (this.active.isStale || this.budget.hasRoom);
  }

  /** What is drawn is the newest choice of a layer, and no tile has come or gone since. */
  get isCurrent(): boolean {
    return !this.isStale && this.held === null && !this.isPending;
  }

  /**
   * Chooses what to draw; `demandsOn` gives the points of a layer whose finest tiles are wanted. Points are as many as the
   * options say at most, unless the coarsest tiles have more. Answers whether it is something else than before, for the
   * same camera.
   */
  select(
    camera: CameraFrame,
    thresholdPxOf: (modeltypeId: number) => number,
    section: EnuSection | null,
    demandsOn: (modeltypeId: number) => PickDemand[],
  ): boolean {
    const { active, isShowable, seen } = this;
    this.items = this.own.items(camera);
    if (active) this.selectLayers(active, camera, thresholdPxOf, section, demandsOn);
    this.bytes = bytesOf(this.items);
    return this.drawnBefore.isOther(this.items) || this.isShowable !== isShowable || this.seen !== seen;
  }

  private selectLayers(
    active: LayerTiles,
    camera: CameraFrame,
    thresholdPxOf: (modeltypeId: number) => number,
    section: EnuSection | null,
    demandsOn: (modeltypeId: number) => PickDemand[],
  ): void {
    const { budget } = this;
    const pointsMost = Math.max(0, this.options.pointsMost() - pointsOf(this.items));
    const askedPx = thresholdPxOf(active.modeltypeId);
    const hidden = this.hidden.from(camera);
    budget.seeFrom(camera, askedPx, pointsMost);
    let thresholdPx: number;
    do {
      thresholdPx = budget.raised(askedPx);
      active.select(camera, thresholdPx, section, demandsOn(active.modeltypeId), hidden);
    } while (budget.isOver(active.points, pointsMost, active.progress().loading > 0));
    this.held?.select(camera, this.seenThresholdPx, section, null);
    this.noteCoverage(active.progress());
    if (!this.held) this.seenThresholdPx = thresholdPx;
    this.seen!.collect(this.items);
  }

  /** Loads the tiles of a view that may be shown soon; null for none. */
  prefetch(next: NextView | null, thresholdPxOf: (modeltypeId: number) => number, section: EnuSection | null): void {
    const { active } = this;
    if (!active) return;
    const thresholdPx = this.budget.raised(thresholdPxOf(active.modeltypeId)) * (next?.errorFactor ?? 1);
    // Only what is finer of the same view is hidden by the same things.
    active.prefetch(next, thresholdPx, section, next && next.errorFactor < 1 ? this.hidden.from(next.view) : null);
  }

  /** All tiles of the view that is prefetched are there. */
  get hasNext(): boolean {
    return this.active?.hasNext ?? true;
  }

  /** Returns the pass of its tiles. A single frame queries the missing tiles that it hides; a still has no missing tiles. */
  passOf(style: RenderStyle, part: TilePass['part'], isOfStill: boolean): TilePass<Tile> {
    const { items, active, held } = this;
    // An outline is drawn through walls too, of the object as it is.
    const isAsked = active && !held && !style.features?.outlined;
    const onDrawn = (camera: RenderCamera) => this.hidden.ask(isAsked ? active.unrequested : [], camera);
    return { items, style, part, ...(!isOfStill && { onDrawn }) };
  }

  /** Answers are awaited as to what is hidden. */
  get isPending(): boolean {
    return this.hidden.isPending;
  }

  /** Whether what is hidden has turned out to be something else than it was in the newest selection. */
  takeHidden(): boolean {
    return this.hidden.take();
  }

  /** Called after a frame with the newest selection was drawn. */
  drew(): void {
    this.isOpen ||= this.isShowable;
  }

  /** What is drawn leaves nothing of the view open. */
  get isCovered(): boolean {
    return this.seen?.progress().isCovered ?? false;
  }

  /** Gives up the layer chosen before, where memory is short. Answers whether there was one. */
  letGo(): boolean {
    if (!this.held) return false;
    this.held.deactivate();
    this.held = null;
    this.options.onSeen();
    return true;
  }

  /** The finest tiles at the picked points, as far as they are there. */
  get finest(): DrawItem<Tile>[] {
    return this.seen?.finest ?? [];
  }

  /** The finest tiles of the layer that is seen for a view, of what has been loaded, or those of an error; another call takes them back. */
  loadedFor(
    view: CameraView,
    thresholdPx?: number,
    section?: EnuSection | null,
  ): { items: readonly DrawItem<Tile>[]; isCovered: boolean } {
    return this.seen?.loadedFor(view, thresholdPx, section) ?? { items: [], isCovered: false };
  }

  progress(): TilesetProgress {
    return this.active?.progress() ?? NO_PROGRESS;
  }

  get selectedCount(): number {
    return this.items.length;
  }

  /** Tiles on the GPU by model type, of all layers that were shown here. */
  loadedCounts(): [modeltypeId: number, count: number][] {
    return [...this.layers].map(([modeltypeId, { loadedCount }]) => [modeltypeId, loadedCount]);
  }

  retryFailed(): void {
    this.active?.retryFailed();
  }

  destroy(): void {
    for (const layer of this.layers.values()) layer.destroy();
    this.layers.clear();
    this.hidden.destroy();
    this.active = this.held = null;
    this.items = [];
    this.bytes = 0;
  }

  private noteCoverage(progress: TilesetProgress): void {
    this.isShowable = progress.isCovered || (isDone(progress) && progress.ready > 0);
    // No other layer replaces a layer that cannot be loaded.
    if (this.isShowable || isDone(progress)) this.letGo();
  }
}

/** No further tile will arrive by itself. */
const isDone = ({ loading, underWay, stoppedAtMemoryLimit }: TilesetProgress): boolean =>
  loading === 0 || (stoppedAtMemoryLimit && underWay === 0);
