import { DRAG } from '@overlook/shared/config';
import type { ScreenXy } from '../view/screen-ray.ts';

const MEMORY_MS = 80;

/**
 * Inertia of a touch drag: after its release, the finger virtually continues and slows down. This gives only the
 * position of the virtual finger, so the same pan or orbit is used. It ends within half a pixel of its goal.
 */
export interface Glide {
  /** A finger is here. Times in milliseconds of the events' clock. */
  track(screenXy: ScreenXy, timeMs: number): void;
  /** Called at the release; true when the finger was fast enough to glide. */
  release(timeMs: number): boolean;
  /**
   * The current position of the virtual finger (the clock of the frames, which need not be that of the events); null at
   * rest.
   */
  step(nowMs: number): ScreenXy | null;
  isRunning(): boolean;
  stop(): void;
}

export function createGlide(): Glide {
  let samples: { screenXy: ScreenXy; timeMs: number }[] = [];
  let from: ScreenXy = [0, 0];
  let reachPx: ScreenXy = [0, 0];
  let isRunning = false;
  let startedMs: number | null = null;
  return {
    track(screenXy, timeMs) {
      samples = samples.filter((sample) => timeMs - sample.timeMs <= MEMORY_MS);
      samples.push({ screenXy, timeMs });
    },
    release(timeMs) {
      const recent = samples.filter((sample) => timeMs - sample.timeMs <= MEMORY_MS);
      samples = [];
      const [first, last] = [recent[0], recent.at(-1)];
      const spanMs = first && last ? last.timeMs - first.timeMs : 0;
      if (!first || !last || spanMs <= 0) return false;
      const velocity = [0, 1].map((i) => (last.screenXy[i]! - first.screenXy[i]!) / spanMs) as [number, number];
      if (Math.hypot(...velocity) * 1000 < DRAG.glideMinSpeedPxPerS) return false;
      from = last.screenXy;
      reachPx = [velocity[0] * DRAG.glideMs, velocity[1] * DRAG.glideMs];
      startedMs = null;
      isRunning = true;
      return true;
    },
    step(nowMs) {
      if (!isRunning) return null;
      startedMs ??= nowMs;
      const left = Math.exp(-(nowMs - startedMs) / DRAG.glideMs);
      if (Math.hypot(...reachPx) * left < 0.5) isRunning = false;
      const done = isRunning ? 1 - left : 1;
      return [from[0] + reachPx[0] * done, from[1] + reachPx[1] * done];
    },
    isRunning: () => isRunning,
    stop() {
      isRunning = false;
      samples = [];
    },
  };
}
