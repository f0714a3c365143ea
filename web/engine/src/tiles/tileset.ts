/**
 * A tileset of a site, shared by all screens of a page: its tile tree and the GPU contents. Its views (tileset-view.ts) hold the
 * selections of cameras.
 */
import { type EnuFrame, type Mat4, multiply } from '@overlook/shared/maths';
import type { OwnArchive } from '../content/archives/archive-kinds.ts';
import type { ContentLoader } from '../content/content-loader.ts';
import { destroyContent, uploadContent } from '../render/gpu-content.ts';
import { readTileset } from './external-tiles.ts';
import { FirstFile } from './first-file.ts';
import type { Tile } from './tile.ts';
import type { TileCache } from './tile-cache.ts';
import { TileLoader, closeBitmaps } from './tile-loader.ts';
import type { TileScheduler, TileSource } from './tile-scheduler.ts';
import type { UploadCheck } from './upload-check.ts';

/** Resources that all tilesets of a page share. */
export interface TileResources {
  readonly gl: WebGL2RenderingContext;
  readonly contents: ContentLoader;
  readonly scheduler: TileScheduler;
  readonly cache: TileCache<Tile>;
  readonly uploads: UploadCheck;
}

export interface TilesetOptions {
  url: string;
  /** Tileset frame to ECEF, from a models.json entry; null if the tileset is georeferenced. */
  placement: Mat4 | null;
  frame: EnuFrame;
  /** The user's archive that contains the whole tileset. */
  archive?: OwnArchive;
}

/** Events for the views of a tileset. */
export interface TilesetListener {
  /** A tile was loaded, released or failed: a new selection may differ. */
  onChange(): void;
  onError(url: string, error: Error, final: boolean): void;
}

export class Tileset implements TileSource<Tile> {
  readonly listeners = new Set<TilesetListener>();
  readonly rootFile: FirstFile<Tile>;
  readonly loader: TileLoader;
  private readonly ready = new Set<Tile>();
  private selections = 0;

  readonly resources: TileResources;

  constructor(
    shared: TileResources,
    private readonly options: TilesetOptions,
  ) {
    const { archive } = options;
    this.resources = archive ? { ...shared, contents: shared.contents.within(archive) } : shared;
    const { contents, scheduler } = this.resources;
    const onChange = () => this.touch();
    const onError = (url: string, error: Error, final: boolean) => this.report(url, error, final);
    this.loader = new TileLoader(contents, { onChange, onError });
    const read = (signal: AbortSignal) => this.readRoot(signal);
    this.rootFile = new FirstFile({ url: options.url, scheduler, read, onChange, onError });
  }

  get root(): Tile | null {
    return this.rootFile.value;
  }

  /** Number of tiles on the GPU. */
  get loadedCount(): number {
    return this.ready.size;
  }

  /** Number of tiles that are requested or wait for their upload. */
  get underWayCount(): number {
    return this.resources.scheduler.underWay(this) + this.rootFile.pendingCount;
  }

  get failedCount(): number {
    return this.loader.failed.size + this.rootFile.failedCount;
  }

  /** Returns a number for the next selection: unique in this tree, at least 1. */
  nextSelection(): number {
    return ++this.selections;
  }

  retryFailed(): void {
    this.loader.retry();
    this.rootFile.retry();
  }

  destroy(): void {
    const { scheduler, cache, contents } = this.resources;
    this.listeners.clear();
    this.rootFile.close();
    scheduler.close(this);
    this.loader.destroy();
    for (const tile of this.ready) cache.remove(tile);
    if (this.options.archive) contents.destroy();
  }

  requestCount({ urls }: Tile): number {
    return Math.max(1, urls.length);
  }

  isDue(tile: Tile): boolean {
    return !this.resources.cache.isFull && this.loader.isDue(tile);
  }

  mayFinish({ demandedAt }: Tile): boolean {
    // A request for a picked point ends with that point.
    return demandedAt === 0;
  }

  load(tile: Tile, signal: AbortSignal): Promise<boolean> {
    return this.loader.load(tile, signal);
  }

  discard(tile: Tile): void {
    this.loader.discard(tile);
  }

  upload(tile: Tile): void {
    const { gl, cache, uploads } = this.resources;
    cache.makeRoom();
    // The memory became full during this request: the result is discarded to keep the limit.
    if (cache.isFull) this.loader.discard(tile);
    else {
      try {
        const upload = () => {
          tile.gpu = tile.parsed.map((content) => uploadContent(gl, content, tile.matrixEnu));
        };
        uploads.upload(tile, upload, () => this.loadAgain(tile));
        tile.state = 'ready';
        tile.bytes = tile.gpu.reduce((sum, content) => sum + content.bytes, 0);
        this.ready.add(tile);
        cache.add(tile, (released) => this.release(released));
      } catch (error) {
        for (const content of tile.gpu) destroyContent(gl, content);
        tile.gpu = [];
        closeBitmaps(tile.parsed);
        tile.state = 'refused';
        this.loader.failed.add(tile);
        this.report(tile.urls[0]!, error as Error, true);
      }
      tile.parsed = [];
    }
    this.touch();
  }

  private loadAgain(tile: Tile): void {
    this.resources.cache.remove(tile);
    this.touch();
  }

  private release(tile: Tile): void {
    for (const content of tile.gpu) destroyContent(this.resources.gl, content);
    tile.gpu = [];
    tile.bytes = 0;
    tile.state = 'unloaded';
    this.ready.delete(tile);
  }

  private touch(): void {
    for (const listener of this.listeners) listener.onChange();
  }

  private report(url: string, error: Error, final: boolean): void {
    for (const listener of this.listeners) listener.onError(url, error, final);
  }

  private async readRoot(signal: AbortSignal): Promise<Tile> {
    const { url, placement, frame } = this.options;
    const parsed = await this.resources.contents.load(url, signal);
    if (parsed.type !== 'tileset') {
      closeBitmaps([parsed.content]);
      throw new Error('This is a tile, not a tileset.');
    }
    const rootMatrix = placement ? multiply(frame.enuFromEcef, placement) : frame.enuFromEcef;
    const onError = (at: string, error: Error) => this.report(at, error, true);
    return readTileset(parsed.tileset.json, url, { enuFromEcef: frame.enuFromEcef, onError }, rootMatrix);
  }
}
