/** Number of frames in the mean time. */
const WINDOW = 60;

/**
 * Loops with a requested frame. All loops of a page run in one animation frame, so that a change that one stage causes in
 * another (screens that move together) is drawn in the same frame.
 */
const waiting = new Set<FrameLoop>();
let isScheduled = false;

function tickAll(nowMs: number): void {
  const done = new Set<FrameLoop>();
  // A set also visits elements that are added during the iteration: a loop that another one has requested runs now, at most once.
  for (const loop of waiting) {
    if (done.has(loop)) continue;
    waiting.delete(loop);
    done.add(loop);
    // An error in one stage stops neither the others nor its own next frame.
    try {
      loop.tick(nowMs);
    } catch (error) {
      reportError(error);
    }
  }
  isScheduled = false;
  schedule();
}

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  requestAnimationFrame(tickAll);
}

/** Runs requested frames, at most one per animation frame, and measures their duration. */
export class FrameLoop {
  frames = 0;
  private isDestroyed = false;
  private readonly times: number[] = [];

  constructor(private readonly run: (nowMs: number) => void) {}

  request(): void {
    if (this.isDestroyed) return;
    waiting.add(this);
    schedule();
  }

  /** Mean main-thread time of the newest frames, milliseconds. */
  get meanMs(): number {
    return this.times.length === 0 ? 0 : this.times.reduce((a, b) => a + b, 0) / this.times.length;
  }

  destroy(): void {
    this.isDestroyed = true;
    waiting.delete(this);
  }

  /** Runs one frame now; called by the common loop. */
  tick(nowMs: number): void {
    const start = performance.now();
    this.frames++;
    this.run(nowMs);
    this.times.push(performance.now() - start);
    if (this.times.length > WINDOW) this.times.shift();
  }
}
