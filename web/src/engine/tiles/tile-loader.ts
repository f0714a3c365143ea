/**
 * Fetches the tiles that a selection wants: the most urgent first, so many at a time, none that is no longer wanted.
 *
 * A parsed tile waits in `parsed` until the stage grants it time on the GPU. A tile that failed for a passing reason is
 * tried again with growing pauses for as long as it is wanted; one that never can be shown is refused, and said so once.
 */
import type { ParsedContent, TileContent } from '../content/content.ts';
import type { ContentLoader } from '../content/content-loader.ts';
import type { ImplicitSubtree } from '../content/implicit/expand-subtree.ts';
import { adoptSubtree, adoptTileset } from './gateways.ts';
import { isTransient, retryDelayMs } from './retry-policy.ts';
import type { Tile } from './tile.ts';

/** HTTP/1.1 gives six connections; the rest keep the queue in the browser filled without flooding it. */
const MAX_IN_FLIGHT = 16;
/** A tile that no selection has wanted for this many is given up: short swings of the view do not cost a request. */
const GRACE_SELECTIONS = 20;

export interface TileLoaderEvents {
  /** Something arrived or failed: select and draw again. */
  onChange(): void;
  onError(url: string, error: Error, final: boolean): void;
}

export class TileLoader {
  readonly parsed: Tile[] = [];
  readonly failed = new Set<Tile>();
  private readonly loading = new Set<Tile>();
  private retryTimer: ReturnType<typeof setTimeout> | null = null;
  private destroyed = false;

  constructor(
    private readonly contents: ContentLoader,
    private readonly events: TileLoaderEvents,
  ) {}

  get inFlight(): number {
    return this.loading.size;
  }

  /** Starts what there is room for. `wanted` is reordered. `selection` is the number of the newest traversal. */
  request(wanted: Tile[], selection: number, nowMs: number, mayLoad: boolean): void {
    for (const tile of this.loading) {
      // What only a picked point has asked for goes with that point.
      const grace = tile.demandedFrame > 0 ? 0 : GRACE_SELECTIONS;
      if (selection - tile.wantedFrame > grace) this.giveUp(tile);
    }
    if (!mayLoad || this.loading.size >= MAX_IN_FLIGHT || wanted.length === 0) return;
    wanted.sort((a, b) => b.priority - a.priority);
    let nextRetryMs = Infinity;
    for (const tile of wanted) {
      if (this.loading.size >= MAX_IN_FLIGHT) break;
      if (tile.state === 'failed' && tile.retryAtMs > nowMs) nextRetryMs = Math.min(nextRetryMs, tile.retryAtMs);
      else if (tile.state === 'unloaded' || tile.state === 'failed') void this.load(tile);
    }
    if (nextRetryMs < Infinity) this.wakeIn(nextRetryMs - nowMs);
  }

  /** Forgets all failures, those said to be final too: the person asked for another try. */
  retry(): void {
    for (const tile of this.failed) {
      tile.state = 'unloaded';
      tile.attempts = 0;
    }
    this.failed.clear();
    this.events.onChange();
  }

  destroy(): void {
    this.destroyed = true;
    if (this.retryTimer) clearTimeout(this.retryTimer);
    for (const tile of this.loading) tile.abort?.abort();
    this.loading.clear();
    for (const tile of this.parsed) closeBitmaps(tile.parsed);
    this.parsed.length = 0;
  }

  private async load(tile: Tile): Promise<void> {
    const abort = new AbortController();
    tile.abort = abort;
    tile.state = 'loading';
    this.loading.add(tile);
    try {
      if (tile.subtree) await this.loadSubtree(tile, tile.subtree, abort.signal);
      else await this.loadContents(tile, abort.signal);
      tile.attempts = 0;
      this.failed.delete(tile);
    } catch (error) {
      if (!abort.signal.aborted) this.fail(tile, error instanceof Error ? error : new Error(String(error)));
    } finally {
      if (tile.abort === abort) {
        tile.abort = null;
        this.loading.delete(tile);
      }
      if (!this.destroyed) this.events.onChange();
    }
  }

  private async loadSubtree(tile: Tile, at: ImplicitSubtree, signal: AbortSignal): Promise<void> {
    const subtree = await this.contents.loadSubtree(new URL(at.uri, tile.baseUrl).href, signal);
    if (signal.aborted) return;
    adoptSubtree(tile, at, subtree);
    tile.state = 'none';
  }

  private async loadContents(tile: Tile, signal: AbortSignal): Promise<void> {
    const loads = tile.urls.map((url) => this.contents.load(url, signal, { upAxis: tile.upAxis }));
    const results = await Promise.allSettled(loads);
    const parsed: { content: ParsedContent; url: string }[] = [];
    const errors: Error[] = [];
    results.forEach((result, i) => {
      if (result.status === 'fulfilled') parsed.push({ content: result.value, url: tile.urls[i]! });
      else errors.push(result.reason as Error);
    });
    const meshes = parsed.flatMap(({ content }) => (content.type === 'content' ? [content.content] : []));
    if (signal.aborted || this.destroyed) return closeBitmaps(meshes);
    // One of several contents that cannot be shown does not hide the others.
    const transient = errors.find(isTransient);
    if (transient || (errors.length > 0 && parsed.length === 0)) {
      closeBitmaps(meshes);
      throw transient ?? errors[0]!;
    }
    for (const error of errors) this.events.onError(tile.urls[0]!, error, true);
    const tilesets = parsed.flatMap(({ content, url }) =>
      content.type === 'tileset' ? [{ json: content.tileset.json, url }] : [],
    );
    // Contents that were released are fetched again; the tilesets beside them are still there.
    if (!tile.isGateway) this.adoptTilesets(tile, tilesets, meshes.length > 0);
    for (const { content, url } of parsed) {
      if (content.type === 'content' && content.content.warnings.length > 0)
        this.events.onError(url, new Error(content.content.warnings.join(' ')), true);
    }
    if (meshes.length === 0) {
      tile.state = 'none';
      return;
    }
    tile.parsed = meshes;
    tile.state = 'parsed';
    this.parsed.push(tile);
  }

  /** Throws what is wrong with a tileset, unless there is something else of the tile to be shown. */
  private adoptTilesets(tile: Tile, tilesets: readonly { json: unknown; url: string }[], hasMeshes: boolean): void {
    for (const { json, url } of tilesets) {
      try {
        adoptTileset(tile, json, url);
      } catch (error) {
        if (!hasMeshes && tilesets.length === 1) throw error;
        this.events.onError(url, error as Error, true);
      }
    }
  }

  private fail(tile: Tile, error: Error): void {
    const transient = isTransient(error);
    tile.attempts++;
    tile.state = transient ? 'failed' : 'refused';
    tile.retryAtMs = performance.now() + retryDelayMs(tile.attempts);
    this.failed.add(tile);
    this.events.onError(tile.urls[0] ?? tile.baseUrl, error, !transient);
  }

  private giveUp(tile: Tile): void {
    tile.abort?.abort();
    tile.abort = null;
    tile.state = 'unloaded';
    this.loading.delete(tile);
  }

  private wakeIn(delayMs: number): void {
    if (this.retryTimer) return;
    this.retryTimer = setTimeout(
      () => {
        this.retryTimer = null;
        this.events.onChange();
      },
      Math.max(0, delayMs),
    );
  }
}

export function closeBitmaps(contents: TileContent[]): void {
  for (const content of contents) {
    for (const texture of content.textures) if (texture.kind === 'bitmap') texture.bitmap.close();
  }
}
