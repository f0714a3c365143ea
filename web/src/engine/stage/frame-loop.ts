/** How many frames the mean time is taken over. */
const WINDOW = 60;
/** Shortest pause between two reports of the cursor, milliseconds: the footer shows ten a second (interface §3). */
const CURSOR_PAUSE_MS = 100;

/** Runs a frame when one has been asked for, at most one per animation frame, and measures what it costs. */
export class FrameLoop {
  frames = 0;
  /** Where the mouse is, CSS pixels of the stage; null when it is elsewhere. */
  cursor: [number, number] | null = null;
  private handle = 0;
  private cursorTimer: ReturnType<typeof setTimeout> | null = null;
  private readonly times: number[] = [];

  constructor(private readonly run: (nowMs: number) => void) {}

  request(): void {
    if (this.handle === 0) this.handle = requestAnimationFrame((nowMs) => this.tick(nowMs));
  }

  /** Mean main-thread time of the newest frames, milliseconds. */
  get meanMs(): number {
    return this.times.length === 0 ? 0 : this.times.reduce((a, b) => a + b, 0) / this.times.length;
  }

  /** Calls back once, a little later, however often it is asked. */
  afterFrame(callback: () => void): void {
    this.cursorTimer ??= setTimeout(() => {
      this.cursorTimer = null;
      callback();
    }, CURSOR_PAUSE_MS);
  }

  destroy(): void {
    cancelAnimationFrame(this.handle);
    // A handle that is never cleared keeps late requests from starting a frame.
    this.handle = -1;
    if (this.cursorTimer) clearTimeout(this.cursorTimer);
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
