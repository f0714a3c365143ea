/**
 * One queue for the tiles of all tilesets and screens of a page: what is fetched next, what is cancelled, what is uploaded next.
 *
 * 1. After each selection a view says what it wants ({@link TileScheduler.want}). Requests start in a microtask after the
 *    animation frame, when all views have spoken: the highest priority first over all of them, at most 16 at once (request-window.ts).
 * 2. A request is aborted when no view wants its tile or a tile below it, and something that is wanted waits.
 * 3. A parsed tile that no view wants is dropped at once. The others wait for their upload, which has one time budget per
 *    animation frame for the whole page; again the highest priority comes first.
 */
import { RequestWindow } from './request-window.ts';

/** Main-thread time for uploads in an animation frame: half of a 60 Hz frame is left for everything else. */
const UPLOAD_BUDGET_MS = 4;

/** A node of a tree of tiles, or a single file. */
export interface Schedulable {
  readonly parent: Schedulable | null;
}

/** Loads the tiles of one tileset. */
export interface TileSource<T extends Schedulable> {
  /** Requests that loading a tile makes at once. */
  requestCount(tile: T): number;
  /** Whether a tile may be requested now: not while it waits for another try, nor while memory is full. */
  isDue(tile: T): boolean;
  /** Whether a request that no view needs any more may go on while nothing else waits: the view may come back. */
  mayFinish(tile: T): boolean;
  /** Fetches and parses a tile. Never rejects. Resolves to true when the tile then waits for {@link upload}. */
  load(tile: T, signal: AbortSignal): Promise<boolean>;
  upload(tile: T): void;
  /** A tile that was loading or parsed is dropped; it may be wanted again. */
  discard(tile: T): void;
}

interface Candidate {
  readonly tile: Schedulable;
  readonly source: TileSource<Schedulable>;
  readonly mayLoad: boolean;
  /** Higher is earlier. Views share tiles, and each selection writes its own priorities into them, so it is copied. */
  readonly priority: number;
}

interface Request {
  readonly source: TileSource<Schedulable>;
  readonly abort: AbortController;
  readonly count: number;
}

export class TileScheduler {
  /** By view, what it wanted after its newest selection. */
  private readonly wanted = new Map<object, readonly Candidate[]>();
  private readonly requests = new Map<Schedulable, Request>();
  private readonly parsed = new Map<Schedulable, TileSource<Schedulable>>();
  private isScheduled = false;
  private uploadFrameMs = -Infinity;
  private uploadedMs = 0;

  /** `now` gives milliseconds. */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly window = new RequestWindow(),
  ) {}

  /** Requests in flight. */
  get inFlight(): number {
    let count = 0;
    for (const request of this.requests.values()) count += request.count;
    return count;
  }

  /** Tiles of a source that are being fetched or wait for their upload. */
  underWay<T extends Schedulable>(source: TileSource<T>): number {
    let count = 0;
    for (const request of this.requests.values()) if (request.source === source) count++;
    for (const other of this.parsed.values()) if (other === source) count++;
    return count;
  }

  /**
   * Replaces what a view wants: the tiles that it needs and that are not ready, in any order. Without `mayLoad` what is
   * under way goes on, and nothing is requested. `lead` is added to the priorities of the tiles.
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

  /** A view that is hidden or closed wants nothing. */
  leave(view: object): void {
    if (this.wanted.delete(view)) this.schedule();
  }

  /** Gives up all that a source has under way. */
  close<T extends Schedulable>(source: TileSource<T>): void {
    for (const [tile, request] of this.requests) if (request.source === source) this.giveUp(tile, request);
    for (const [tile, other] of this.parsed) if (other === source) this.drop(tile, other);
  }

  /**
   * Uploads parsed tiles within what is left of the budget of an animation frame, at least one per frame. Returns true
   * when some still wait.
   */
  upload(frameMs: number): boolean {
    if (frameMs !== this.uploadFrameMs) this.uploadedMs = 0;
    this.uploadFrameMs = frameMs;
    if (this.parsed.size > 0 && this.uploadedMs < UPLOAD_BUDGET_MS) {
      const priorities = this.priorities();
      // Ancestors of wanted tiles come last.
      const priorityOf = (tile: Schedulable) => priorities.get(tile) ?? -1;
      const waiting = [...this.parsed].sort(([a], [b]) => priorityOf(b) - priorityOf(a));
      for (const [tile, source] of waiting) {
        if (this.uploadedMs >= UPLOAD_BUDGET_MS) break;
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
    if (this.parsed.size > 0 || this.requests.size > 0) this.giveUpUnneeded(due.length > 0);
    let room = this.window.size - this.inFlight;
    for (const { tile, source } of due) {
      const count = source.requestCount(tile);
      // A tile with more contents than the limit loads alone.
      if (count > room && this.requests.size > 0) break;
      room -= count;
      void this.load(tile, source, count);
    }
  }

  /** What may be requested now, the highest priority first, each tile once. */
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

  private giveUpUnneeded(hasDue: boolean): void {
    const needed = this.needed();
    for (const [tile, source] of this.parsed) if (!needed.has(tile)) this.drop(tile, source);
    for (const [tile, request] of this.requests) {
      if (!needed.has(tile) && (hasDue || !request.source.mayFinish(tile))) this.giveUp(tile, request);
    }
  }

  /** Wanted tiles and those above them. */
  private needed(): Set<Schedulable> {
    const needed = new Set<Schedulable>();
    for (const candidates of this.wanted.values()) {
      for (const { tile } of candidates) {
        for (let up: Schedulable | null = tile; up && !needed.has(up); up = up.parent) needed.add(up);
      }
    }
    return needed;
  }

  /** The highest priority of each wanted tile over all views. */
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

  private giveUp(tile: Schedulable, request: Request): void {
    this.requests.delete(tile);
    request.abort.abort();
    request.source.discard(tile);
  }

  private drop(tile: Schedulable, source: TileSource<Schedulable>): void {
    this.parsed.delete(tile);
    source.discard(tile);
  }
}
