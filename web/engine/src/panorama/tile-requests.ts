/** Fetches the pictures of a panorama: the whole one and its tiles, a few at a time. Requests that are no longer needed are cancelled. */
import { loadBitmap } from '../content/load-bitmap.ts';
import type { TileAddress } from './panorama-tiles.ts';
import { tileKey } from './panorama-tiles.ts';

/** Requests at once. */
const AT_ONCE = 6;

/** Loads a picture without colour conversion, for a texture. The session's cookie is sent. */
export const loadPicture = (url: string, signal: AbortSignal): Promise<ImageBitmap> =>
  loadBitmap(url, {}, signal, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });

export interface TileRequestsOptions {
  urlOf(address: TileAddress): string;
  onTile(address: TileAddress, picture: ImageBitmap): void;
  /** All requests have ended. */
  onIdle(): void;
}

export class TileRequests {
  private wanted: readonly TileAddress[] = [];
  private readonly loading = new Map<string, AbortController>();
  /** Failed requests, which are not repeated. */
  private readonly failed = new Set<string>();

  constructor(private readonly options: TileRequestsOptions) {}

  get isBusy(): boolean {
    return this.loading.size > 0;
  }

  /** Sets the pictures that are needed and not loaded, the most important first. */
  request(addresses: readonly TileAddress[]): void {
    this.wanted = addresses;
    const keys = new Set(addresses.map(tileKey));
    for (const [key, request] of this.loading) if (!keys.has(key)) request.abort();
    this.next();
  }

  destroy(): void {
    this.wanted = [];
    for (const request of this.loading.values()) request.abort();
  }

  private next(): void {
    for (const address of this.wanted) {
      if (this.loading.size >= AT_ONCE) return;
      const key = tileKey(address);
      if (!this.loading.has(key) && !this.failed.has(key)) void this.load(address, key);
    }
  }

  private async load(address: TileAddress, key: string): Promise<void> {
    const request = new AbortController();
    this.loading.set(key, request);
    try {
      const picture = await loadPicture(this.options.urlOf(address), request.signal);
      this.wanted = this.wanted.filter((one) => tileKey(one) !== key);
      if (!request.signal.aborted) this.options.onTile(address, picture);
      picture.close();
    } catch {
      if (!request.signal.aborted) this.failed.add(key);
    } finally {
      this.loading.delete(key);
      this.next();
      if (!this.isBusy) this.options.onIdle();
    }
  }
}
