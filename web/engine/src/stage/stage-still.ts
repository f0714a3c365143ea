import { STILL_SAMPLES } from '../view/sub-pixel.ts';

interface StageStillOptions {
  /** Stills are on, and the device can draw them. */
  isOn(): boolean;
  /** No other frame is needed, the GPU is idle, and there is no input. */
  mayDraw(nowMs: number): boolean;
  /** Draws the view again as this frame of the still, from 0. */
  draw(sample: number, nowMs: number): void;
}

/** The sequence of frames of a still: from the moment when a view has settled until it changes. */
export class StageStill {
  /** Number of drawn frames; null for a view that has not settled since its last change. */
  private drawn: number | null = null;
  private readonly idleWaiters = new IdleWaiters();
  private readonly refinedWaiters = new IdleWaiters();

  constructor(private readonly options: StageStillOptions) {}

  restart(): void {
    this.drawn = null;
  }

  /** Draws the next frame if there is one and drawing is permitted. */
  frame(nowMs: number): void {
    if (!this.isUnderWay || !this.options.mayDraw(nowMs)) return;
    this.options.draw(this.drawn!, nowMs);
    this.drawn!++;
  }

  /** The view has settled: the first frame may follow. Resolves the waiting promises after `last`. */
  settled(last: () => Promise<unknown>): void {
    this.idleWaiters.release(last);
    if (this.options.isOn()) this.drawn ??= 0;
    if (!this.isUnderWay) this.refinedWaiters.release(last);
  }

  get isUnderWay(): boolean {
    return this.drawn !== null && !this.isDone;
  }

  get isDone(): boolean {
    return this.drawn === STILL_SAMPLES;
  }

  /** Resolves when the view has settled. */
  idle(): Promise<void> {
    return this.idleWaiters.wait();
  }

  /** Resolves when a settled view is completely drawn. */
  refined(): Promise<void> {
    return this.refinedWaiters.wait();
  }

  /** Resolves all promises: there will be no frame. */
  release(): void {
    for (const waiters of [this.idleWaiters, this.refinedWaiters]) waiters.release(() => Promise.resolve());
  }
}

/** Promises that wait until a stage has no work left. */
class IdleWaiters {
  private waiting: (() => void)[] = [];

  wait(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Resolves all current promises after `last` has resolved. */
  release(last: () => Promise<unknown>): void {
    if (this.waiting.length === 0) return;
    const released = this.waiting;
    this.waiting = [];
    void last().then(() => released.forEach((resolve) => resolve()));
  }
}
