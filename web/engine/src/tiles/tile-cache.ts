/**
 * Cache of GPU memory for all tilesets, layers and screens of a page: limited by bytes, least recently used first out (LRU).
 *
 * Tiles that a view uses are never released. Other tiles stay while there is room, because the view may return to them. The limit
 * is soft: a tile may be added only while the cache is not full, and may exceed the limit.
 */

/** Cache fields that are stored in the tile itself, so that a selection of thousands of tiles needs no lookups. */
export interface Cacheable {
  /** GPU memory including mip levels, bytes; 0 if not loaded. */
  bytes: number;
  /** Number of views that use it now. */
  useCount: number;
  /** Time of the newest use by any view: larger is later. */
  usedAt: number;
}

export class TileCache<T extends Cacheable> {
  private readonly releases = new Map<T, (tile: T) => void>();
  private readonly uses = new Map<object, readonly T[]>();
  private used = 0;
  private clock = 0;

  constructor(public capBytes: number) {}

  get usedBytes(): number {
    return this.used;
  }

  get isFull(): boolean {
    return this.used >= this.capBytes;
  }

  /**
   * Sets the tiles that a view uses, loaded or not: drawn tiles and fallbacks. The caller does not change the array until the
   * next call.
   */
  use(view: object, tiles: readonly T[]): void {
    this.clock++;
    for (const tile of this.uses.get(view) ?? []) tile.useCount--;
    for (const tile of tiles) {
      tile.useCount++;
      tile.usedAt = this.clock;
    }
    if (tiles.length > 0) this.uses.set(view, tiles);
    else this.uses.delete(view);
  }

  /** Adds an uploaded tile. The cache calls `release` to free it when the tile is evicted or removed. */
  add(tile: T, release: (tile: T) => void): void {
    this.used += tile.bytes;
    this.releases.set(tile, release);
  }

  /** Releases a tile, used or not. */
  remove(tile: T): void {
    const release = this.releases.get(tile);
    if (!release) return;
    this.releases.delete(tile);
    this.used -= tile.bytes;
    release(tile);
  }

  /** If the cache is full, releases unused tiles, least recently used first, until it is not. */
  makeRoom(): void {
    if (!this.isFull) return;
    const idle = [...this.releases.keys()].filter((tile) => tile.useCount === 0).sort((a, b) => a.usedAt - b.usedAt);
    for (const tile of idle) {
      if (!this.isFull) break;
      this.remove(tile);
    }
  }
}
