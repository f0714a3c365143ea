/**
 * The layers of one side of a screen: the chosen one, and the previous one, which stays visible until the chosen one covers the
 * view. A screen without a divider has only the first side.
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
import type { DrawnLayer } from './stage-site.ts';
import type { CameraFrame, CameraView, RenderCamera } from '../view/camera-frame.ts';
import { planeOfSide } from '../view/swipe.ts';

/** The points of a capture whose finest tiles are needed. */
export type DemandsOn = (layer: Pick<DrawnLayer, 'modeltypeId' | 'takenOn'>) => PickDemand[];

export interface SceneSideOptions {
  /** The store of the tiles, in the context of the canvas. */
  store: TileStore;
  frame: EnuFrame;
  onChange(): void;
  onError(url: string, error: Error, final: boolean): void;
  /** The visible layer has changed. */
  onVisibleLayer(): void;
  /** Largest number of drawn points. */
  pointsMost(): number;
}

export class SceneSide {
  /** By URL: captures of one layer have the same model type. */
  private readonly layers = new Map<string, LayerTiles>();
  private active: LayerTiles | null = null;
  /** The previous layer, which is visible and picked until the active one covers the view. */
  private held: LayerTiles | null = null;
  /** Screen-space error of the newest selection of the visible layer, CSS pixels. */
  private visibleThresholdPx = 16;
  /** The selection of the active layer covers the view, or no further tiles will arrive. */
  private isShowable = false;
  private readonly drawnBefore = new DrawnBefore();
  private readonly budget = new PointBudget();
  private readonly hidden: HiddenTiles;
  /** The drawn items of the newest {@link select}. */
  items: DrawItem<Tile>[] = [];
  /** GPU memory of the drawn tiles, bytes. */
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
   * Changes to a layer. The visible layer stays until the new one covers the view, and its tiles are kept as long as memory
   * allows.
   */
  show({ modeltypeId, url, takenOn }: DrawnLayer): void {
    const { visible } = this;
    let layer = this.layers.get(url);
    if (!layer) {
      const { store, frame, onChange, onError } = this.options;
      layer = new LayerTiles(modeltypeId, { url, frame, store, onChange, onError });
      this.layers.set(url, layer);
    } else if (layer !== this.active) layer.retryFailed();
    // Also of the same layer: its date may become known after its tiles.
    layer.takenOn = takenOn;
    if (layer === this.active) return;
    if (this.active !== visible) this.active?.deactivate();
    this.active = layer;
    this.held = visible !== layer ? visible : null;
    if (this.visible !== visible) this.options.onVisibleLayer();
  }

  showNothing(): void {
    this.active?.deactivate();
    this.held?.deactivate();
    const hadVisible = this.visible !== null;
    this.active = this.held = null;
    this.items = [];
    this.bytes = 0;
    if (hadVisible) this.options.onVisibleLayer();
  }

  get isUsed(): boolean {
    return this.active !== null;
  }

  /** Model type of the visible layer: the previous one until the new one covers the view. */
  get visibleLayerId(): number | null {
    return this.visible?.modeltypeId ?? null;
  }

  /** Date of the capture that is visible; null where none is known. */
  get visibleTakenOn(): string | null {
    return this.visible?.takenOn ?? null;
  }

  private get visible(): LayerTiles | null {
    return this.held ?? this.active;
  }

  /** True while the selection for an unchanged camera may still change. */
  get isStale(): boolean {
    return this.active !== null && (this.active.isStale || this.budget.hasRoom);
  }

  /** The drawn items are of the newest layer, and its tiles have not changed since. */
  get isCurrent(): boolean {
    return !this.isStale && this.held === null && !this.isPending;
  }

  /**
   * Selects the items to draw; `demandsOn` returns the points of a layer whose finest tiles are needed. The number of points is
   * limited by the options, unless the coarsest tiles have more. Returns true if the selection differs from the previous one for
   * the same camera.
   */
  select(
    camera: CameraFrame,
    thresholdPxOf: (modeltypeId: number) => number,
    section: EnuSection | null,
    demandsOn: DemandsOn,
  ): boolean {
    const { active, isShowable, visible } = this;
    this.items = this.own.items(camera);
    if (active) this.selectLayers(active, camera, thresholdPxOf, section, demandsOn);
    this.bytes = bytesOf(this.items);
    return this.drawnBefore.isOther(this.items) || this.isShowable !== isShowable || this.visible !== visible;
  }

  private selectLayers(
    active: LayerTiles,
    camera: CameraFrame,
    thresholdPxOf: (modeltypeId: number) => number,
    section: EnuSection | null,
    demandsOn: DemandsOn,
  ): void {
    const { budget } = this;
    const pointsMost = Math.max(0, this.options.pointsMost() - pointsOf(this.items));
    const askedPx = thresholdPxOf(active.modeltypeId);
    const hidden = this.hidden.from(camera);
    budget.seeFrom(camera, askedPx, pointsMost);
    let thresholdPx: number;
    do {
      thresholdPx = budget.raised(askedPx);
      active.select(camera, thresholdPx, section, demandsOn(active), hidden);
    } while (budget.isOver(active.points, pointsMost, active.progress().loading > 0));
    this.held?.select(camera, this.visibleThresholdPx, section, null);
    this.noteCoverage(active.progress());
    if (!this.held) this.visibleThresholdPx = thresholdPx;
    this.visible!.collect(this.items);
  }

  /** Loads the tiles of a view that may be shown soon; null for none. */
  prefetch(next: NextView | null, thresholdPxOf: (modeltypeId: number) => number, section: EnuSection | null): void {
    const { active } = this;
    if (!active) return;
    const thresholdPx = this.budget.raised(thresholdPxOf(active.modeltypeId)) * (next?.errorFactor ?? 1);
    // The occlusion results apply only to finer tiles of the same view.
    active.prefetch(next, thresholdPx, section, next && next.errorFactor < 1 ? this.hidden.from(next.view) : null);
  }

  /** All tiles of the prefetched view are loaded. */
  get hasNext(): boolean {
    return this.active?.hasNext ?? true;
  }

  /** Returns the pass of its tiles. A single frame queries the missing tiles that it hides; a still has no missing tiles. */
  passOf(style: RenderStyle, part: TilePass['part'], isOfStill: boolean): TilePass<Tile> {
    const { items, active, held } = this;
    // An outline is drawn through other objects too, and for the object without its style.
    const isAsked = active && !held && !style.features?.outlined;
    const onDrawn = (camera: RenderCamera) => {
      const missing = isAsked ? active.unrequested : [];
      // Behind the divider nothing of this side is drawn, and a query there counts no samples.
      const plane = part && planeOfSide(part.divider, part.side, camera);
      this.hidden.ask(plane ? missing.filter(({ volume }) => volume.cull(plane, 1) === 0) : missing, camera);
    };
    return { items, style, part, ...(!isOfStill && { onDrawn }) };
  }

  /** Occlusion queries are pending. */
  private get isPending(): boolean {
    return this.hidden.isPending;
  }

  /** Another frame is needed, although nothing arrives: its selection may differ even if that of this frame did not. */
  get goesOn(): boolean {
    return this.isPending || this.budget.hasRoom;
  }

  /** Whether occlusion results differ from those of the newest selection. */
  takeHidden(): boolean {
    return this.hidden.take();
  }

  /** Called after a frame with the newest selection was drawn. */
  drew(): void {
    this.isOpen ||= this.isShowable;
  }

  /** The drawn tiles cover the view. */
  get isCovered(): boolean {
    return this.visible?.progress().isCovered ?? false;
  }

  /** Releases the previous layer to free memory. Returns true if there was one. */
  letGo(): boolean {
    if (!this.held) return false;
    this.held.deactivate();
    this.held = null;
    this.options.onVisibleLayer();
    return true;
  }

  /** The finest loaded tiles at the picked points. */
  get finest(): DrawItem<Tile>[] {
    return this.visible?.finest ?? [];
  }

  /** The finest loaded tiles of the visible layer for a view, or those of an error; valid until the next call. */
  loadedFor(
    view: CameraView,
    thresholdPx?: number,
    section?: EnuSection | null,
  ): { items: readonly DrawItem<Tile>[]; isCovered: boolean } {
    return this.visible?.loadedFor(view, thresholdPx, section) ?? { items: [], isCovered: false };
  }

  progress(): TilesetProgress {
    return this.active?.progress() ?? NO_PROGRESS;
  }

  /** Points that it may have, where its tiles are coarser than asked for on account of them. */
  get pointLimit(): number | null {
    return this.active && this.budget.isLimiting ? this.options.pointsMost() : null;
  }

  get selectedCount(): number {
    return this.items.length;
  }

  /** Tiles on the GPU by URL, of all layers of this side. */
  loadedCounts(): [url: string, count: number][] {
    return [...this.layers].map(([url, { loadedCount }]) => [url, loadedCount]);
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
