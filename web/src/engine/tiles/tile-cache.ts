/**
 * GPU memory of all tilesets, layers and screens of a page: a cache by bytes that releases the least recently used first.
 *
 * Tiles that a view uses stay, whatever the cap; the others stay for as long as there is room, because the view may come
 * back to them. The cap is soft: a tile may be added while the cache is not full, and only then.
 */

/** What the cache notes in a tile itself, so that a selection of thousands costs no look-ups. */
export interface Cacheable {
  /** GPU memory, mipmaps included; 0 while nothing of it is there. */
  bytes: number;
  /** Views that use it now. */
  useCount: number;
  /** The newest use: larger is later, over all views. */
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
   * Replaces the tiles that a view uses, loaded or not: what it draws, and what it falls back on. The caller leaves the
   * array as it is until the next call.
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

  /** Adds what was uploaded. `release` frees it; the cache calls it when the tile is evicted or removed. */
  add(tile: T, release: (tile: T) => void): void {
    this.used += tile.bytes;
    this.releases.set(tile, release);
  }

  /** Releases a tile whether it is used or not. */
  remove(tile: T): void {
    const release = this.releases.get(tile);
    if (!release) return;
    this.releases.delete(tile);
    this.used -= tile.bytes;
    release(tile);
  }

  /** Where the cache is full: releases tiles that no view uses, the least recently used first, until it is not. */
  makeRoom(): void {
    if (!this.isFull) return;
    const idle = [...this.releases.keys()].filter((tile) => tile.useCount === 0).sort((a, b) => a.usedAt - b.usedAt);
    for (const tile of idle) {
      if (!this.isFull) break;
      this.remove(tile);
    }
  }
}
