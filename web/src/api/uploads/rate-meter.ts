const WINDOW_MS = 30_000;
const MEASURED_MS = 10_000;

/** Bytes a second over the last half minute. */
export class RateMeter {
  readonly #marks: { readonly atMs: number; readonly bytes: number }[] = [];

  /** Takes the number of bytes that were sent at a time. Returns the rate; null in the first ten seconds. */
  at(atMs: number, bytes: number): number | null {
    this.#marks.push({ atMs, bytes });
    // The last mark before the window begins is kept, so that the window is covered.
    while (this.#marks.length > 2 && this.#marks[1]!.atMs <= atMs - WINDOW_MS) this.#marks.shift();
    const first = this.#marks[0]!;
    const tookMs = atMs - first.atMs;
    return tookMs < MEASURED_MS ? null : Math.max(0, ((bytes - first.bytes) / tookMs) * 1000);
  }

  /** Begins anew, after a pause. */
  reset(): void {
    this.#marks.length = 0;
  }
}
