/**
 * The pictures of billboards as bitmaps of one size, for the texture atlas. They are kept in main memory, so that they can be
 * uploaded again after a lost context.
 */
import { PHOTOS } from '@overlook/shared/config';
import { loadBitmap } from '../content/load-bitmap.ts';

/** Size of a cell of the atlas, pixels: a selected billboard on a display of high resolution, with the aspect ratio of its frame. */
export const CELL = { widthPx: 200, heightPx: 148 } as const;
const AT_ONCE = 6;

export interface Cell {
  readonly url: string;
  /** Null until it has loaded, and if it cannot be loaded. */
  bitmap: ImageBitmap | null;
}

export class Thumbnails {
  /** By index in the atlas; null for a free cell. */
  readonly cells: (Cell | null)[] = Array.from({ length: PHOTOS.nearestMost }, () => null);
  private waiting: Cell[] = [];
  private running = 0;
  private readonly ending = new AbortController();

  /** `onChange` is called for each loaded thumbnail. */
  constructor(
    private readonly headers: () => Record<string, string>,
    private readonly onChange: () => void,
  ) {}

  /** Keeps the cells of these URLs, frees the others, and loads new URLs, at most as many as there are cells. */
  show(urls: readonly string[]): void {
    const wanted = new Set(urls.slice(0, this.cells.length));
    this.cells.forEach((cell, place) => {
      if (!cell || wanted.delete(cell.url)) return;
      cell.bitmap?.close();
      this.cells[place] = null;
    });
    for (const url of wanted) {
      const cell: Cell = { url, bitmap: null };
      this.cells[this.cells.indexOf(null)] = cell;
      this.waiting.push(cell);
    }
    this.waiting = this.waiting.filter((cell) => this.cells.includes(cell));
    this.loadNext();
  }

  /** Index of a picture in the atlas; −1 for none. */
  placeOf(url: string): number {
    return this.cells.findIndex((cell) => cell?.url === url && cell.bitmap !== null);
  }

  get isLoading(): boolean {
    return this.running > 0 || this.waiting.length > 0;
  }

  destroy(): void {
    this.ending.abort();
    this.waiting = [];
    for (const cell of this.cells) cell?.bitmap?.close();
    this.cells.fill(null);
  }

  private loadNext(): void {
    while (this.running < AT_ONCE && this.waiting.length > 0) {
      this.running++;
      void this.load(this.waiting.shift()!).finally(() => {
        this.running--;
        if (this.ending.signal.aborted) return;
        this.loadNext();
        this.onChange();
      });
    }
  }

  private async load(cell: Cell): Promise<void> {
    // A photo without its picture keeps its frame; the panel reports the failure.
    const whole = await loadBitmap(cell.url, this.headers(), this.ending.signal).catch(() => null);
    if (!whole) return;
    const bitmap = await filling(whole).finally(() => whole.close());
    if (this.cells.includes(cell)) cell.bitmap = bitmap;
    else bitmap.close();
  }
}

/** The centre of a picture, cropped and scaled to a cell. */
function filling(whole: ImageBitmap): Promise<ImageBitmap> {
  const { width, height } = whole;
  const scale = Math.min(width / CELL.widthPx, height / CELL.heightPx);
  const [w, h] = [Math.max(1, Math.round(scale * CELL.widthPx)), Math.max(1, Math.round(scale * CELL.heightPx))];
  const size = { resizeWidth: CELL.widthPx, resizeHeight: CELL.heightPx, resizeQuality: 'medium' as const };
  return createImageBitmap(whole, Math.floor((width - w) / 2), Math.floor((height - h) / 2), w, h, size);
}
