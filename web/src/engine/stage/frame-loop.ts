/** How many frames the mean time is taken over. */
const WINDOW = 60;

/** Runs a frame when one has been asked for, at most one per animation frame, and measures what it costs. */
export class FrameLoop {
  frames = 0;
  private handle = 0;
  private readonly times: number[] = [];

  constructor(private readonly run: (nowMs: number) => void) {}

  request(): void {
    if (this.handle === 0) this.handle = requestAnimationFrame((nowMs) => this.tick(nowMs));
  }

  /** Mean main-thread time of the newest frames, milliseconds. */
  get meanMs(): number {
    return this.times.length === 0 ? 0 : this.times.reduce((a, b) => a + b, 0) / this.times.length;
  }

  destroy(): void {
    cancelAnimationFrame(this.handle);
    // A handle that is never cleared keeps late requests from starting a frame.
    this.handle = -1;
  }

  private tick(nowMs: number): void {
    this.handle = 0;
    const start = performance.now();
    this.frames++;
    this.run(nowMs);
    this.times.push(performance.now() - start);
    if (this.times.length > WINDOW) this.times.shift();
  }
}
