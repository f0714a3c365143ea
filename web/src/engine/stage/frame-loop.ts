/** Number of frames for the mean time. */
const WINDOW = 60;

/**
 * Loops that want a frame. All loops of a page run in one animation frame, so that a change that one stage causes in
 * another (screens that move together) is drawn in the same frame.
 */
const waiting = new Set<FrameLoop>();
let isScheduled = false;

function tickAll(nowMs: number): void {
  const done = new Set<FrameLoop>();
  // A set visits what is added while it is walked: a loop that another one woke runs now, each at most once.
  for (const loop of waiting) {
    if (done.has(loop)) continue;
    waiting.delete(loop);
    done.add(loop);
    // One stage that fails does not stop the others, nor its own next frame.
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

/** Runs a frame when one has been asked for, at most one per animation frame, and measures what it costs. */
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

  /** One frame now; called by the common tick. */
  tick(nowMs: number): void {
    const start = performance.now();
    this.frames++;
    this.run(nowMs);
    this.times.push(performance.now() - start);
    if (this.times.length > WINDOW) this.times.shift();
  }
}
