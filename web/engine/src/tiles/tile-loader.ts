/**
 * Fetches and parses the tiles of one tileset; tile-scheduler.ts decides when.
 *
 * A tile with a transient error is retried with growing delays while it is wanted. A tile that can never be shown is refused and
 * reported once.
 */
import type { ParsedContent, TileContent } from '../content/content.ts';
import type { ContentLoader } from '../content/content-loader.ts';
import { adoptTileset, loadSubtree } from './external-tiles.ts';
import { isTransient, retryDelayMs } from './retry-policy.ts';
import type { Tile } from './tile.ts';

export interface TileLoaderEvents {
  /** A tile arrived or failed: the caller selects and draws again. */
  onChange(): void;
  onError(url: string, error: Error, final: boolean): void;
}

export class TileLoader {
  readonly failed = new Set<Tile>();
  private retryTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly contents: ContentLoader,
    private readonly events: TileLoaderEvents,
  ) {}

  /** Whether a tile may be requested now. */
  isDue({ state, retryAtMs }: Tile): boolean {
    return state === 'unloaded' || (state === 'failed' && retryAtMs <= performance.now());
  }

  /** Schedules a change event for the time when the first failed tile of `wanted` may be retried. */
  wakeForRetries(wanted: readonly Tile[]): void {
    let nextRetryMs = Infinity;
    for (const tile of wanted) if (tile.state === 'failed') nextRetryMs = Math.min(nextRetryMs, tile.retryAtMs);
    if (this.retryTimer || nextRetryMs === Infinity) return;
    const onTimer = () => {
      this.retryTimer = null;
      this.events.onChange();
    };
    this.retryTimer = setTimeout(onTimer, Math.max(0, nextRetryMs - performance.now()));
  }

  /** Clears all failures, final ones included, because the user requested a retry. */
  retry(): void {
    for (const tile of this.failed) {
      tile.state = 'unloaded';
      tile.attempts = 0;
    }
    this.failed.clear();
    this.events.onChange();
  }

  /** Resolves to true if the tile is parsed and waits for its upload. Never rejects. */
  async load(tile: Tile, signal: AbortSignal): Promise<boolean> {
    tile.state = 'loading';
    try {
      if (tile.subtree) await loadSubtree(tile, tile.subtree, this.contents, signal);
      else await this.loadContents(tile, signal);
      if (signal.aborted) return false;
      tile.attempts = 0;
      this.failed.delete(tile);
    } catch (error) {
      if (signal.aborted) return false;
      this.fail(tile, error instanceof Error ? error : new Error(String(error)));
    }
    this.events.onChange();
    // A subtree or an external tileset has nothing to upload.
    return tile.parsed.length > 0;
  }

  /** Discards a tile that is loading or parsed. */
  discard(tile: Tile): void {
    closeBitmaps(tile.parsed);
    tile.parsed = [];
    tile.state = 'unloaded';
  }

  destroy(): void {
    if (this.retryTimer) clearTimeout(this.retryTimer);
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
    if (signal.aborted) return closeBitmaps(meshes);
    // A content that cannot be shown does not hide the other contents.
    const transient = errors.find(isTransient);
    if (transient || (errors.length > 0 && parsed.length === 0)) {
      closeBitmaps(meshes);
      throw transient ?? errors[0]!;
    }
    for (const error of errors) this.events.onError(tile.urls[0]!, error, true);
    const tilesets = parsed.flatMap(({ content, url }) =>
      content.type === 'tileset' ? [{ json: content.tileset.json, url }] : [],
    );
    // Released contents are fetched again; the tilesets beside them still exist.
    if (!tile.isExternal) this.adoptTilesets(tile, tilesets, meshes.length > 0);
    for (const { content, url } of parsed) {
      if (content.type === 'content' && content.content.warnings.length > 0)
        this.events.onError(url, new Error(content.content.warnings.join(' ')), true);
    }
    tile.parsed = meshes;
    tile.state = meshes.length > 0 ? 'parsed' : 'none';
  }

  /** Adds the tilesets. Throws the error of a tileset if the tile has nothing else to show. */
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
}

export function closeBitmaps(contents: TileContent[]): void {
  for (const content of contents) {
    for (const texture of content.textures) if (texture.kind === 'bitmap') texture.bitmap.close();
  }
}
