/**
 * Reads the points of a layer that lie in the band of a profile, without drawing or keeping its tiles.
 *
 * 1. The tree of the layer is walked from its root; branches whose boxes do not meet the band are left out.
 * 2. Tiles are fetched by their geometric error, the coarsest first over the whole band, a few at once; the worker cuts
 *    out the points (content/band-points.ts).
 * 3. Points of a tile that refines by REPLACE are removed when all its children in the band have been read.
 * 4. It ends when there is no finer tile, or at the most points or tiles that it may read.
 */
import { PROFILE } from '@overlook/shared/config';
import { multiply } from '@overlook/shared/maths';
import type { BandPoints } from '../content/band-points.ts';
import type { ContentLoader } from '../content/content-loader.ts';
import { OrientedBox } from '../geometry/oriented-box.ts';
import { adoptTileset, loadSubtree, readTileset } from '../tiles/external-tiles.ts';
import { isModelsList, type PlacedTileset, placedTilesets } from '../tiles/models-list.ts';
import { isTransient, retryDelayMs } from '../tiles/retry-policy.ts';
import type { Tile } from '../tiles/tile.ts';
import type { ProfileFrame } from './profile-frame.ts';

export interface ProfileReaderOptions {
  /** Of the layer: a tileset.json or a models.json. */
  url: string;
  frame: ProfileFrame;
  thicknessMetres: number;
  contents: Pick<ContentLoader, 'load' | 'loadBand' | 'loadSubtree' | 'loadJson'>;
  /** Something was read, or has failed. */
  onChange(): void;
  /** In place of the limits of the configuration. */
  pointsMost?: number;
  tilesMost?: number;
}

export interface ProfileProgress {
  /** 'limited': there are more points, or more tiles, than a profile reads. */
  state: 'reading' | 'done' | 'limited';
  points: number;
  tilesRead: number;
  /** Tiles known to be in the band so far; the number grows while the tree is read. */
  tilesWanted: number;
  failed: number;
}

/** Heights that a band reaches, metres up and down: higher than anything on earth. */
const REACH_METRES = 20_000;
const ATTEMPTS_MOST = 3;

export class ProfileReader {
  private readonly band: OrientedBox;
  private readonly abort = new AbortController();
  /** Sorted: the coarsest last. */
  private readonly waiting: Tile[] = [];
  private readonly read = new Map<Tile, BandPoints[]>();
  private readonly failedTiles = new Set<Tile>();
  /** Failures before any tile: reading the list of tilesets, or one of them. */
  private readonly failedSteps = new Set<() => Promise<void>>();
  private underWay = 0;
  private tilesRead = 0;
  private points = 0;
  private isLimited = false;

  constructor(private readonly options: ProfileReaderOptions) {
    const { frame, thicknessMetres } = options;
    const half = frame.lengthMetres / 2;
    const axes = [half, 0, 0, 0, thicknessMetres / 2, 0, 0, 0, REACH_METRES];
    this.band = new OrientedBox([half, 0, 0], axes);
    // Addresses of tiles are made from it, which takes an absolute one.
    const url = new URL(options.url, globalThis.location?.href).href;
    void this.attempt(() => (isModelsList(url) ? this.readList(url) : this.readTileset({ url, placement: null })));
  }

  get progress(): ProfileProgress {
    const { tilesRead, points, isLimited, underWay, waiting, failedTiles } = this;
    const open = isLimited ? underWay : underWay + waiting.length;
    const failed = failedTiles.size + this.failedSteps.size;
    const ended = isLimited ? 'limited' : 'done';
    return { state: open > 0 ? 'reading' : ended, points, tilesRead, tilesWanted: tilesRead + open + failed, failed };
  }

  /** What has been read, in parts. */
  chunks(): readonly BandPoints[] {
    return [...this.read.values()].flat();
  }

  /** Tries again what has failed. */
  retry(): void {
    const steps = [...this.failedSteps];
    this.failedSteps.clear();
    for (const step of steps) void this.attempt(step);
    const tiles = [...this.failedTiles];
    this.failedTiles.clear();
    for (const tile of tiles) {
      tile.attempts = 0;
      this.wait(tile);
    }
    this.next();
  }

  /** Stops the reading. Points that have been read are kept. Safe to call twice. */
  destroy(): void {
    this.abort.abort();
    this.waiting.length = 0;
  }

  /** Runs a step before the tiles. A failed one is repeated by {@link retry}. */
  private async attempt(step: () => Promise<void>): Promise<void> {
    this.underWay++;
    try {
      await step();
    } catch {
      this.failedSteps.add(step);
    }
    this.underWay--;
    this.changed();
  }

  /** A tileset that cannot be read does not affect the others. */
  private async readList(url: string): Promise<void> {
    const list = placedTilesets(await this.options.contents.loadJson(url, this.abort.signal), url);
    for (const entry of list) await this.attempt(() => this.readTileset(entry));
  }

  private async readTileset({ url, placement }: PlacedTileset): Promise<void> {
    const { contents, frame } = this.options;
    const parsed = await contents.load(url, this.abort.signal);
    if (parsed.type !== 'tileset') throw new Error('This is a tile, not a tileset.');
    // The frame of the profile replaces the site's: both are rigid and in metres.
    const matrix = placement ? multiply(frame.profileFromEcef, placement) : frame.profileFromEcef;
    this.visit(readTileset(parsed.tileset.json, url, { enuFromEcef: frame.profileFromEcef }, matrix));
  }

  private intersectsBand({ volume }: Tile): boolean {
    return !this.band.hasBeyondASide(volume) && !volume.hasBeyondASide(this.band);
  }

  private visit(tile: Tile): void {
    if (!this.intersectsBand(tile)) return;
    if (tile.state === 'unloaded') this.wait(tile);
    else this.visitChildren(tile);
  }

  private visitChildren(tile: Tile): void {
    for (const child of tile.children ?? []) this.visit(child);
  }

  private wait(tile: Tile): void {
    const { waiting } = this;
    let [low, high] = [0, waiting.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (waiting[middle]!.geometricError < tile.geometricError) low = middle + 1;
      else high = middle;
    }
    waiting.splice(low, 0, tile);
  }

  private next(): void {
    const { pointsMost = PROFILE.pointsMost, tilesMost = PROFILE.tilesMost } = this.options;
    const isFull = this.points >= pointsMost || this.tilesRead >= tilesMost;
    if (isFull && this.waiting.length > 0) this.isLimited = true;
    while (!this.isLimited && this.underWay < PROFILE.requestsMost && this.waiting.length > 0)
      void this.load(this.waiting.pop()!);
  }

  private async load(tile: Tile): Promise<void> {
    this.underWay++;
    tile.state = 'loading';
    try {
      await this.loadTile(tile);
      this.tilesRead++;
      this.dropReplaced(tile);
      this.visitChildren(tile);
    } catch (error) {
      if (!this.abort.signal.aborted) this.fail(tile, error);
    }
    this.underWay--;
    this.changed();
  }

  private async loadTile(tile: Tile): Promise<void> {
    const { contents, frame } = this.options;
    const { signal } = this.abort;
    if (tile.subtree) return loadSubtree(tile, tile.subtree, contents, signal);
    const halfThicknessMetres = this.options.thicknessMetres / 2;
    const band = { matrix: tile.matrixEnu, lengthMetres: frame.lengthMetres, halfThicknessMetres };
    const loaded = await Promise.all(
      tile.urls.map(async (url) => ({
        url,
        part: await contents.loadBand(url, signal, { band, upAxis: tile.upAxis }),
      })),
    );
    signal.throwIfAborted();
    tile.state = 'none';
    const points: BandPoints[] = [];
    for (const { url, part } of loaded) {
      if (part.type === 'tileset') adoptTileset(tile, part.tileset.json, url);
      else points.push(part.points);
    }
    // Last: a tile whose tileset is refused is read again, and its points are then kept once.
    for (const part of points) this.keep(tile, part);
  }

  private keep(tile: Tile, points: BandPoints): void {
    const { pointsMost = PROFILE.pointsMost } = this.options;
    const room = pointsMost - this.points;
    const count = points.positions.length / 3;
    if (count > room) this.isLimited = true;
    const kept = count > room ? firstPoints(points, room) : points;
    tile.state = 'ready';
    this.read.set(tile, [...(this.read.get(tile) ?? []), kept]);
    this.points += Math.min(count, room);
  }

  /** Gives up the points of each ancestor that is replaced by now. */
  private dropReplaced(from: Tile): void {
    for (let tile = from.parent; tile; tile = tile.parent) {
      const own = this.read.get(tile);
      if (!own || !tile.replaces || !(tile.children ?? []).every((child) => this.isCovered(child))) continue;
      this.read.delete(tile);
      for (const { positions } of own) this.points -= positions.length / 3;
      tile.state = 'none';
    }
  }

  /** All of a tile that is in the band has been read, at a coarse level at least. */
  private isCovered(tile: Tile): boolean {
    if (tile.state === 'ready' || !this.intersectsBand(tile)) return true;
    return tile.state === 'none' && (tile.children ?? []).every((child) => this.isCovered(child));
  }

  private fail(tile: Tile, error: unknown): void {
    tile.state = 'unloaded';
    tile.attempts++;
    if (!isTransient(error) || tile.attempts >= ATTEMPTS_MOST) {
      this.failedTiles.add(tile);
      return;
    }
    this.underWay++;
    const again = () => {
      this.underWay--;
      if (this.abort.signal.aborted) return;
      this.wait(tile);
      this.changed();
    };
    setTimeout(again, retryDelayMs(tile.attempts));
  }

  private changed(): void {
    if (this.abort.signal.aborted) return;
    this.next();
    this.options.onChange();
  }
}

/** The first `count` points alone, in arrays of their own. */
const firstPoints = ({ positions, colors, classes }: BandPoints, count: number): BandPoints => ({
  positions: positions.slice(0, 3 * count),
  colors: colors && colors.slice(0, count),
  classes: classes && classes.slice(0, count),
});
