/**
 * One queue for the tiles of all tilesets and screens of a page: order of requests, cancellations and uploads.
 *
 * 1. After each selection a view sets its wanted tiles ({@link TileScheduler.want}). Requests start in a microtask after the
 *    animation frame, when all views have done so: highest priority first over all views, at most 16 in flight
 *    (request-window.ts).
 * 2. A request is aborted if no view wants its tile or a descendant of it, and a wanted tile waits.
 * 3. A parsed tile that no view wants is discarded at once. The others wait for their upload, highest priority first, within one
 *    time budget for each animation frame of the page.
 */
import { RequestWindow } from './request-window.ts';
import { TILE_OPTIONS } from './tile-options.ts';

/** A node of a tile tree, or a single file. */
export interface Schedulable {
  readonly parent: Schedulable | null;
}

/** Loads the tiles of one tileset. */
export interface TileSource<T extends Schedulable> {
  /** Number of parallel requests that a tile needs. */
  requestCount(tile: T): number;
  /** Whether a tile may be requested now: false while it waits for a retry, and while memory is full. */
  isDue(tile: T): boolean;
  /** Whether a request that no view needs may continue while no other tile waits, because the view may return. */
  mayFinish(tile: T): boolean;
  /** Fetches and parses a tile. Never rejects. Resolves to true if the tile waits for {@link upload}. */
  load(tile: T, signal: AbortSignal): Promise<boolean>;
  upload(tile: T): void;
  /** Discards a tile that was loading or parsed; it may be wanted again. */
  discard(tile: T): void;
}

interface Candidate {
  readonly tile: Schedulable;
  readonly source: TileSource<Schedulable>;
  readonly mayLoad: boolean;
  /** Higher is earlier. It is copied, because views share tiles and each selection overwrites their priorities. */
  readonly priority: number;
}

interface Request {
  readonly source: TileSource<Schedulable>;
  readonly abort: AbortController;
  readonly count: number;
}

export class TileScheduler {
  /** The wanted tiles of the newest selection of each view. */
  private readonly wanted = new Map<object, readonly Candidate[]>();
  private readonly requests = new Map<Schedulable, Request>();
  private readonly parsed = new Map<Schedulable, TileSource<Schedulable>>();
  private isScheduled = false;
  private uploadFrameMs = -Infinity;
  private uploadedMs = 0;

  /** `now` returns milliseconds. */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly window = new RequestWindow(),
  ) {}

  /** Number of requests in flight. */
  get inFlight(): number {
    let count = 0;
    for (const request of this.requests.values()) count += request.count;
    return count;
  }

  /** Number of tiles of a source that are loading or wait for their upload. */
  underWay<T extends Schedulable>(source: TileSource<T>): number {
    let count = 0;
    for (const request of this.requests.values()) if (request.source === source) count++;
    for (const other of this.parsed.values()) if (other === source) count++;
    return count;
  }

  /**
   * Sets the wanted tiles of a view: those that it needs and that are not ready, in any order. Without `mayLoad` active requests
   * continue and no new ones start. `lead` is added to the priorities.
   */
  want<T extends Schedulable & { priority: number }>(
    view: object,
    source: TileSource<T>,
    tiles: readonly T[],
    { mayLoad = true, lead = 0 }: { mayLoad?: boolean; lead?: number } = {},
  ): void {
    this.wanted.set(
      view,
      tiles.map((tile) => ({ tile, source, mayLoad, priority: tile.priority + lead })),
    );
    this.schedule();
  }

  /** Removes the wanted tiles of a hidden or closed view. */
  leave(view: object): void {
    if (this.wanted.delete(view)) this.schedule();
  }

  /** Cancels all requests and uploads of a source. */
  close<T extends Schedulable>(source: TileSource<T>): void {
    for (const [tile, request] of this.requests) if (request.source === source) this.cancel(tile, request);
    for (const [tile, other] of this.parsed) if (other === source) this.drop(tile, other);
  }

  /**
   * Uploads parsed tiles within the rest of the time budget of an animation frame, at least one for each frame. Returns true if
   * further tiles wait.
   */
  upload(frameMs: number): boolean {
    if (frameMs !== this.uploadFrameMs) this.uploadedMs = 0;
    this.uploadFrameMs = frameMs;
    if (this.parsed.size > 0 && this.uploadedMs < TILE_OPTIONS.uploadBudgetMs) {
      const priorities = this.priorities();
      // Ancestors of wanted tiles come last.
      const priorityOf = (tile: Schedulable) => priorities.get(tile) ?? -1;
      const waiting = [...this.parsed].sort(([a], [b]) => priorityOf(b) - priorityOf(a));
      for (const [tile, source] of waiting) {
        if (this.uploadedMs >= TILE_OPTIONS.uploadBudgetMs) break;
        const start = this.now();
        this.parsed.delete(tile);
        source.upload(tile);
        this.uploadedMs += this.now() - start;
      }
    }
    return this.parsed.size > 0;
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    queueMicrotask(() => {
      this.isScheduled = false;
      this.run();
    });
  }

  private run(): void {
    const due = this.due();
    if (this.parsed.size > 0 || this.requests.size > 0) this.cancelUnneeded(due.length > 0);
    let room = this.window.size - this.inFlight;
    for (const { tile, source } of due) {
      const count = source.requestCount(tile);
      // A tile with more contents than the limit loads alone.
      if (count > room && this.requests.size > 0) break;
      room -= count;
      void this.load(tile, source, count);
    }
  }

  /** Returns the tiles that may be requested now, highest priority first, without duplicates. */
  private due(): Candidate[] {
    const best = new Map<Schedulable, Candidate>();
    for (const candidates of this.wanted.values()) {
      for (const candidate of candidates) {
        const { tile, source, mayLoad, priority } = candidate;
        if (!mayLoad || this.requests.has(tile) || this.parsed.has(tile) || !source.isDue(tile)) continue;
        const other = best.get(tile);
        if (!other || priority > other.priority) best.set(tile, candidate);
      }
    }
    return [...best.values()].sort((a, b) => b.priority - a.priority);
  }

  private cancelUnneeded(hasDue: boolean): void {
    const needed = this.needed();
    for (const [tile, source] of this.parsed) if (!needed.has(tile)) this.drop(tile, source);
    for (const [tile, request] of this.requests) {
      if (!needed.has(tile) && (hasDue || !request.source.mayFinish(tile))) this.cancel(tile, request);
    }
  }

  /** Returns the wanted tiles and their ancestors. */
  private needed(): Set<Schedulable> {
    const needed = new Set<Schedulable>();
    for (const candidates of this.wanted.values()) {
      for (const { tile } of candidates) {
        for (let up: Schedulable | null = tile; up && !needed.has(up); up = up.parent) needed.add(up);
      }
    }
    return needed;
  }

  /** Returns the highest priority of each wanted tile over all views. */
  private priorities(): Map<Schedulable, number> {
    const priorities = new Map<Schedulable, number>();
    for (const candidates of this.wanted.values()) {
      for (const { tile, priority } of candidates) {
        priorities.set(tile, Math.max(priority, priorities.get(tile) ?? -Infinity));
      }
    }
    return priorities;
  }

  private async load(tile: Schedulable, source: TileSource<Schedulable>, count: number): Promise<void> {
    const request = { source, count, abort: new AbortController() };
    this.requests.set(tile, request);
    const startMs = this.now();
    const isParsed = await source.load(tile, request.abort.signal);
    if (this.requests.get(tile) !== request) return;
    this.window.answered(this.now() - startMs);
    this.requests.delete(tile);
    if (isParsed) this.parsed.set(tile, source);
    this.schedule();
  }

  private cancel(tile: Schedulable, request: Request): void {
    this.requests.delete(tile);
    request.abort.abort();
    request.source.discard(tile);
  }

  private drop(tile: Schedulable, source: TileSource<Schedulable>): void {
    this.parsed.delete(tile);
    source.discard(tile);
  }
}
