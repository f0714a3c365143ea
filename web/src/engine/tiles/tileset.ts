/**
 * One tileset of a screen: its tree, what the camera selects of it, and what it holds in GPU memory.
 *
 * A frame is: {@link select} (only when the camera or the tree has changed) · {@link upload} (as far as the frame's time
 * allows) · draw {@link items}. Everything it allocates is released by {@link destroy}.
 */
import { type EnuFrame, type Mat4, multiply } from '@overlook/shared/maths';
import type { ContentLoader } from '../content/content-loader.ts';
import { destroyContent, uploadContent } from '../render/gpu-content.ts';
import type { EnuSection } from '../section/enu-section.ts';
import { readTileset } from './gateways.ts';
import type { PickDemand } from './finest-tiles.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { isTransient, retryDelayMs } from './retry-policy.ts';
import { type CameraView, type DrawItem, Selector } from './selection.ts';
import type { Tile } from './tile.ts';
import { TileLoader, closeBitmaps } from './tile-loader.ts';

export interface TilesetOptions {
  url: string;
  /** Tileset frame to ECEF, from a models.json entry; null where the tileset is georeferenced itself. */
  placement: Mat4 | null;
  frame: EnuFrame;
  gl: WebGL2RenderingContext;
  contents: ContentLoader;
  budget: MemoryBudget;
  onChange(): void;
  onError(url: string, error: Error, final: boolean): void;
}

export interface TilesetProgress {
  wanted: number;
  ready: number;
  loading: number;
  /** Of these, requested already or waiting for their upload. */
  underWay: number;
  failed: number;
  stoppedAtMemoryLimit: boolean;
  /** All that is visible is drawn, be it coarsely. */
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

export class Tileset {
  root: Tile | null = null;
  private readonly selector = new Selector();
  private readonly loader: TileLoader;
  private readonly ready = new Set<Tile>();
  private readonly abort = new AbortController();
  private selection = 0;
  private changed = true;
  private rootFailed = false;
  /** The address of the tileset did not answer, and is asked again. */
  private isRootFailing = false;
  private rootTimer: ReturnType<typeof setTimeout> | null = null;
  private stoppedAtMemoryLimit = false;

  constructor(private readonly options: TilesetOptions) {
    const { contents, onError } = options;
    this.loader = new TileLoader(contents, {
      onChange: () => this.touch(),
      onError,
    });
    void this.loadRoot(0);
  }

  get items(): DrawItem[] {
    return this.selector.draw;
  }

  /** The finest tiles at the picked points of the newest selection, as far as they are there. */
  get finest(): DrawItem[] {
    const ready = this.selector.demanded.filter((tile) => tile.state === 'ready');
    return ready.map((tile) => ({ tile, cutouts: null, isCut: true }));
  }

  /** Tiles whose contents are on the GPU. */
  get loadedCount(): number {
    return this.ready.size;
  }

  /** True while a selection for an unchanged camera may still come out differently. */
  get isStale(): boolean {
    return this.changed;
  }

  get progress(): TilesetProgress {
    const pending = this.selector.wanted.filter((tile) => tile.state !== 'ready' && tile.state !== 'refused').length;
    const rootPending = this.root === null && !this.rootFailed ? 1 : 0;
    return {
      wanted: this.selector.wantedCount + rootPending,
      ready: this.selector.wantedCount - pending,
      loading: pending + rootPending,
      underWay: this.loader.inFlight + this.loader.parsed.length + rootPending,
      failed: this.loader.failed.size + (this.rootFailed || this.isRootFailing ? 1 : 0),
      stoppedAtMemoryLimit: this.stoppedAtMemoryLimit && pending > 0,
      isCovered: this.root !== null && this.selector.isCovered,
    };
  }

  /**
   * Chooses the tiles for a camera and a section, and asks for those that are missing, those of `demands` first. With
   * `demands` null it asks for none.
   */
  select(
    view: CameraView,
    thresholdPx: number,
    nowMs: number,
    section: EnuSection | null,
    demands: readonly PickDemand[] | null,
  ): void {
    if (!this.root) return;
    this.changed = false;
    this.selection++;
    this.selector.select(this.root, view, thresholdPx, this.selection, section);
    if (demands) this.selector.demand(this.root, demands);
    this.evict();
    this.stoppedAtMemoryLimit = this.options.budget.isFull;
    this.loader.request(this.selector.wanted, this.selection, nowMs, demands !== null && !this.stoppedAtMemoryLimit);
  }

  /** Uploads parsed tiles until `deadlineMs` (at least one). Returns true when some still wait. */
  upload(deadlineMs: number): boolean {
    const { parsed } = this.loader;
    while (parsed.length > 0) {
      this.uploadTile(parsed.shift()!);
      if (performance.now() >= deadlineMs) break;
    }
    return parsed.length > 0;
  }

  /** Draws nothing until the next {@link select}: for a layer that is not shown. */
  rest(): void {
    this.selector.clear();
    // No tile is in use by the new selection, so memory can have them all.
    this.selection++;
    this.changed = true;
  }

  /** Releases tiles that are not in use until the budget fits, the longest unused first. */
  evict(): void {
    const { budget } = this.options;
    if (!budget.isFull) return;
    const idle = [...this.ready].filter((tile) => tile.wantedFrame !== this.selection);
    idle.sort((a, b) => a.wantedFrame - b.wantedFrame);
    for (const tile of idle) {
      if (!budget.isFull) break;
      this.release(tile);
    }
  }

  retryFailed(): void {
    this.loader.retry();
    if (this.rootFailed || this.rootTimer) {
      this.rootFailed = false;
      this.forgetRootTimer();
      void this.loadRoot(0);
    }
  }

  destroy(): void {
    this.abort.abort();
    this.forgetRootTimer();
    this.loader.destroy();
    for (const tile of this.ready) this.release(tile);
    this.selector.clear();
    this.root = null;
  }

  private touch(): void {
    this.changed = true;
    this.options.onChange();
  }

  private forgetRootTimer(): void {
    if (this.rootTimer) clearTimeout(this.rootTimer);
    this.rootTimer = null;
  }

  private async loadRoot(attempts: number): Promise<void> {
    this.forgetRootTimer();
    const { url, placement, frame, contents, onError } = this.options;
    try {
      const parsed = await contents.load(url, this.abort.signal);
      this.isRootFailing = false;
      if (parsed.type !== 'tileset') throw new Error('This is a tile, not a tileset.');
      const rootMatrix = placement ? multiply(frame.fromEcef, placement) : frame.fromEcef;
      this.root = readTileset(parsed.tileset.json, url, { ecefToEnu: frame.fromEcef }, rootMatrix);
    } catch (error) {
      if (this.abort.signal.aborted) return;
      const transient = isTransient(error);
      onError(url, error as Error, !transient);
      this.isRootFailing = transient;
      if (transient) {
        this.rootTimer = setTimeout(() => void this.loadRoot(attempts + 1), retryDelayMs(attempts + 1));
      } else {
        this.rootFailed = true;
      }
    }
    this.touch();
  }

  private uploadTile(tile: Tile): void {
    const { gl, budget, onError } = this.options;
    this.changed = true;
    if (budget.isFull) this.evict();
    if (budget.isFull) {
      // Requests that were under way when the last room went: fetched in vain, but the cap holds.
      closeBitmaps(tile.parsed);
      tile.parsed = [];
      tile.state = 'unloaded';
      return;
    }
    try {
      tile.gpu = tile.parsed.map((content) => uploadContent(gl, content, tile.matrixEnu));
      tile.state = 'ready';
      tile.bytes = tile.gpu.reduce((sum, content) => sum + content.bytes, 0);
      budget.usedBytes += tile.bytes;
      this.ready.add(tile);
    } catch (error) {
      closeBitmaps(tile.parsed);
      tile.state = 'refused';
      this.loader.failed.add(tile);
      onError(tile.urls[0]!, error as Error, true);
    }
    tile.parsed = [];
  }

  private release(tile: Tile): void {
    for (const content of tile.gpu) destroyContent(this.options.gl, content);
    this.options.budget.usedBytes -= tile.bytes;
    tile.gpu = [];
    tile.bytes = 0;
    tile.state = 'unloaded';
    this.ready.delete(tile);
  }
}
