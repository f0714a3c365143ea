/**
 * A tileset on one screen. For each frame: {@link TilesetView.select} (only if the camera or the tree has changed), then draw
 * {@link TilesetView.items}.
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
  /** Number of the loading tiles that are requested or wait for their upload. */
  underWay: number;
  failed: number;
  stoppedAtMemoryLimit: boolean;
  /** True if the visible part is drawn, at least at a coarse level. */
  isCovered: boolean;
}

/** Progress of a layer that does not exist. */
export const NO_PROGRESS: TilesetProgress = {
  wanted: 0,
  ready: 0,
  loading: 0,
  underWay: 0,
  failed: 0,
  stoppedAtMemoryLimit: false,
  isCovered: false,
};

/** A view that may be shown soon, compared by identity. */
export interface NextView {
  readonly view: CameraView;
  /** Whether its tiles have priority over those of the current view. */
  readonly isFirst: boolean;
  /** Multiplies the screen-space error threshold; below 1 for a view with more detail than the setting. */
  readonly errorFactor: number;
}

/**
 * Priority offset of a next view that comes first (selection.ts): below the tiles of the current view that fill empty areas, and
 * above all its other tiles.
 */
const FIRST_LEAD = 2 ** 21;
/** Below all priorities of a view on the screen. */
const LAST_LEAD = -(2 ** 25);

/** True if no further load is expected. */
const isDoneWith = ({ state }: Tile): boolean => state === 'ready' || state === 'refused';

/** Below the error of every tile with children. */
const REFINED_PX = 1e-12;

/** Sum over several layers or tilesets. */
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
  /** The view of the newest selection of `next`; null if it is empty or outdated. */
  private nextFor: NextView | null = null;
  private changed = true;
  private stoppedAtMemoryLimit = false;

  /** `onClose` is called when the view no longer needs the tileset. */
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

  /** The loaded ones of the finest tiles at the picked points of the newest selection. */
  get finest(): DrawItem<Tile>[] {
    const ready = this.selector.demanded.filter((tile) => tile.state === 'ready');
    return ready.map((tile) => ({ tile, cutouts: null, finer: null, isCut: true, distance: 0 }));
  }

  /** Number of tiles of the tileset on the GPU, over all screens. */
  get loadedCount(): number {
    return this.tileset.loadedCount;
  }

  /** True if a new selection for the same camera may differ. */
  /** Null until it is read. */
  get root(): Tile | null {
    return this.tileset.root;
  }

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
   * Selects the tiles for a camera and a section, and requests missing tiles that are not `hidden`, those of `demands` first. If
   * `demands` is null, nothing is requested.
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

  /** Unrequested tiles that the newest selection would need without occlusion culling. */
  get unrequested(): Tile[] {
    const { wanted, occluded } = this.selector;
    return [...occluded, ...wanted.filter(({ state }) => state === 'unloaded')];
  }

  /** Loads the tiles of a view that may be shown soon, except `hidden` ones, while there is memory; null stops this. */
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

  /** True if all loadable tiles of the prefetched view are loaded. */
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
   * Returns the tiles that a view would draw from those that are loaded, for the finest or a given error threshold. The next call
   * reuses the items. `isCovered`: the tiles cover the view completely.
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

  /** Draws and uses nothing until the next {@link select}: for a hidden layer. */
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
