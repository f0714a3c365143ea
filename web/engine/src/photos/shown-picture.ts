/** One picture for a layer, given as a bitmap or by its URL. It is kept when a context is lost. */
import { boundedBitmap, loadBitmap } from '../content/load-bitmap.ts';

/** Longer side of the uploaded picture, pixels. */
const SIDE_PX = 4096;

export class ShownPicture {
  /** Null until it has loaded, and if it cannot be loaded. */
  bitmap: ImageBitmap | null = null;
  isLoading = false;
  private source: ImageBitmap | string | null = null;
  private ending: AbortController | null = null;

  /** `onChange` is called when it has loaded. */
  constructor(
    private readonly headers: () => Record<string, string>,
    private readonly onChange: () => void,
  ) {}

  /** Null for none. The caller keeps the ownership of a bitmap. */
  show(source: ImageBitmap | string | null): void {
    if (source === this.source) return;
    this.clear();
    this.source = source;
    if (source === null) return;
    const ending = new AbortController();
    this.ending = ending;
    this.isLoading = true;
    void this.take(source, ending.signal);
  }

  clear(): void {
    this.ending?.abort();
    this.ending = null;
    this.close(this.bitmap, this.source);
    this.bitmap = this.source = null;
    this.isLoading = false;
  }

  private async take(source: ImageBitmap | string, signal: AbortSignal): Promise<void> {
    // A photo without its picture keeps the edges of its frustum; the panel reports the failure.
    const bitmap = await this.load(source, signal).catch(() => null);
    if (signal.aborted) return this.close(bitmap, source);
    this.isLoading = false;
    this.bitmap = bitmap;
    this.onChange();
  }

  private close(bitmap: ImageBitmap | null, source: ImageBitmap | string | null): void {
    if (bitmap !== source) bitmap?.close();
  }

  private async load(source: ImageBitmap | string, signal: AbortSignal): Promise<ImageBitmap> {
    const whole = typeof source === 'string' ? await loadBitmap(source, this.headers(), signal) : source;
    const bounded = await boundedBitmap(whole, SIDE_PX);
    if (bounded !== whole && whole !== source) whole.close();
    return bounded;
  }
}
