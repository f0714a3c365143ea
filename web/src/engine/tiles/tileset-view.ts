/**
 * What one screen shows of a tileset. A frame is: {@link TilesetView.select} (only when the camera or the tree has changed) ·
 * draw {@link TilesetView.items}.
 */
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { DrawItem } from '../render/draw-item.ts';
import type { CameraView } from '../view/camera-frame.ts';
import type { PickDemand } from './finest-tiles.ts';
import { Selector } from './selection.ts';
import type { Tile } from './tile.ts';
import type { Tileset, TilesetListener } from './tileset.ts';

export interface TilesetProgress {
  wanted: number;
  ready: number;
  loading: number;
  /** Of these, requested already or waiting for their upload. */
  underWay: number;
  failed: number;
  stoppedAtMemoryLimit: boolean;
  /** All that is visible is drawn, at a coarse level at least. */
  isCovered: boolean;
}

/** Of a layer that is not there. */
export const NO_PROGRESS: TilesetProgress = {
  wanted: 0,
  ready: 0,
  loading: 0,
  underWay: 0,
  failed: 0,
  stoppedAtMemoryLimit: false,
  isCovered: false,
};

/** A view that may be shown soon. Another object is another view. */
export interface NextView {
  readonly view: CameraView;
  /** Whether its tiles come before those of the present view. */
  readonly isFirst: boolean;
  /** Multiplies the screen-space error: below 1 for a view that is to be finer than chosen. */
  readonly errorFactor: number;
}

/**
 * Between the priorities of a view (selection.ts): where nothing is drawn yet in the present view comes before all of the next
 * one, and everything else of the present view after it.
 */
const FIRST_LEAD = 2 ** 21;
/** Below the priorities of any view that is shown. */
const LAST_LEAD = -(2 ** 25);

/** Nothing further comes of it. */
const isDoneWith = ({ state }: Tile): boolean => state === 'ready' || state === 'refused';

/** Below the error of any tile that has finer ones. */
const REFINED_PX = 1e-12;

/** Of several layers or tilesets together. */
export function sumOfProgress(all: readonly TilesetProgress[]): TilesetProgress {
  const sum = { ...NO_PROGRESS, isCovered: all.length > 0 };
  for (const progress of all) {
    sum.wanted += progress.wanted;
    sum.ready += progress.ready;
    sum.loading += progress.loading;
    sum.underWay += progress.underWay;
    sum.failed += progress.failed;
    sum.stoppedAtMemoryLimit ||= progress.stoppedAtMemoryLimit;
    sum.isCovered &&= progress.isCovered;
  }
  return sum;
}

export class TilesetView implements TilesetListener {
  private readonly selector = new Selector();
  private readonly loaded = new Selector();
  private readonly next = new Selector();
  /** What the newest selection of `next` was made for; null when it is empty or out of date. */
  private nextFor: NextView | null = null;
  private changed = true;
  private stoppedAtMemoryLimit = false;

  /** `onClose` hears that the view needs the tileset no more. */
  constructor(
    private readonly tileset: Tileset,
    private readonly listener: TilesetListener,
    private readonly onClose: () => void,
  ) {
    tileset.listeners.add(this);
  }

  get items(): DrawItem<Tile>[] {
    return this.selector.draw;
  }

  /** The finest tiles at the picked points of the newest selection, as far as they are there. */
  get finest(): DrawItem<Tile>[] {
    const ready = this.selector.demanded.filter((tile) => tile.state === 'ready');
    return ready.map((tile) => ({ tile, cutouts: null, finer: null, isCut: true, distance: 0 }));
  }

  /** Tiles of the tileset whose contents are on the GPU, whichever screen has asked for them. */
  get loadedCount(): number {
    return this.tileset.loadedCount;
  }

  /** True while a selection for an unchanged camera may still come out differently. */
  get isStale(): boolean {
    return this.changed;
  }

  get progress(): TilesetProgress {
    const { tileset, selector } = this;
    const pending = selector.wanted.filter((tile) => !isDoneWith(tile)).length;
    const rootPending = tileset.rootFile.pendingCount;
    return {
      wanted: selector.wantedCount + rootPending,
      ready: selector.wantedCount - pending,
      loading: pending + rootPending,
      underWay: tileset.underWayCount,
      failed: tileset.failedCount,
      stoppedAtMemoryLimit: this.stoppedAtMemoryLimit && pending > 0,
      isCovered: tileset.root !== null && selector.isCovered,
    };
  }

  /**
   * Chooses the tiles for a camera and a section, and asks for those that are missing and not `hidden`, those of `demands`
   * first. With `demands` null it asks for none.
   */
  select(
    view: CameraView,
    thresholdPx: number,
    section: EnuSection | null,
    demands: readonly PickDemand[] | null,
    hidden: ReadonlySet<Tile> | null = null,
  ): void {
    const { tileset, selector } = this;
    const { root, loader } = tileset;
    if (!root) return;
    const { cache, scheduler } = tileset.resources;
    selector.select(root, view, thresholdPx, tileset.nextSelection(), section, hidden);
    if (demands) selector.demand(root, demands);
    cache.use(this, selector.used);
    cache.makeRoom();
    this.changed = false;
    this.stoppedAtMemoryLimit = cache.isFull;
    scheduler.want(this, tileset, selector.wanted, { mayLoad: demands !== null });
    if (demands) loader.wakeForRetries(selector.wanted);
  }

  /** Tiles that the newest selection would need if nothing were in front of them, and that have not been requested. */
  get unrequested(): Tile[] {
    const { wanted, spared } = this.selector;
    return [...spared, ...wanted.filter(({ state }) => state === 'unloaded')];
  }

  /** Loads the tiles of a view that may be shown soon, but for what is `hidden`, as long as there is memory; null for none. */
  prefetch(
    next: NextView | null,
    thresholdPx: number,
    section: EnuSection | null,
    hidden: ReadonlySet<Tile> | null = null,
  ): void {
    const { root, resources } = this.tileset;
    const { cache, scheduler } = resources;
    if (!next || !root || cache.isFull) return this.forgetNext();
    if (next === this.nextFor) return;
    this.next.select(root, next.view, thresholdPx, this.tileset.nextSelection(), section, hidden);
    cache.use(this.next, this.next.used);
    scheduler.want(this.next, this.tileset, this.next.wanted, { lead: next.isFirst ? FIRST_LEAD : LAST_LEAD });
    this.nextFor = next;
  }

  /** All tiles of the view that is prefetched are there, as far as they can be had. */
  get hasNext(): boolean {
    return this.nextFor !== null && this.next.wanted.every(isDoneWith);
  }

  private forgetNext(): void {
    const { cache, scheduler } = this.tileset.resources;
    this.next.clear();
    this.nextFor = null;
    cache.use(this.next, []);
    scheduler.leave(this.next);
  }

  /**
   * The tiles that a view would draw of what has been loaded, on the screen or not: the finest, or those of an error. Another call
   * takes them back. `isCovered` when they leave nothing open.
   */
  loadedFor(
    view: CameraView,
    thresholdPx: number = REFINED_PX,
    section: EnuSection | null = null,
  ): { items: readonly DrawItem<Tile>[]; isCovered: boolean } {
    const { tileset, loaded } = this;
    if (!tileset.root) return { items: [], isCovered: false };
    loaded.select(tileset.root, view, thresholdPx, tileset.nextSelection(), section);
    return { items: loaded.draw, isCovered: loaded.isCovered };
  }

  /** Draws and uses nothing until the next {@link select}: for a layer that is not shown. */
  deactivate(): void {
    const { cache, scheduler } = this.tileset.resources;
    this.selector.clear();
    this.forgetNext();
    this.changed = true;
    cache.use(this, []);
    scheduler.leave(this);
  }

  retryFailed(): void {
    this.tileset.retryFailed();
  }

  close(): void {
    if (!this.tileset.listeners.delete(this)) return;
    this.deactivate();
    this.onClose();
  }

  onChange(): void {
    this.changed = true;
    this.nextFor = null;
    this.listener.onChange();
  }

  onError(url: string, error: Error, final: boolean): void {
    this.listener.onError(url, error, final);
  }
}
