import type { EnuPose } from '../view/enu-pose.ts';
import type { PosePath } from './fly-path.ts';

/** A path being flown in time. */
export interface Flight {
  /** Starts; the clock begins with the first step. */
  start(path: PosePath, durationMs: number): void;
  /** The current pose, or null without a flight. The last pose is the path's end exactly. */
  step(nowMs: number): EnuPose | null;
  isRunning(): boolean;
  /** The target, the same object throughout; null without a flight. */
  end(): EnuPose | null;
  stop(): void;
}

export function createFlight(): Flight {
  let path: PosePath | null = null;
  let end: EnuPose | null = null;
  let durationMs = 0;
  let startedMs: number | null = null;
  return {
    start(next, duration) {
      path = next;
      end = next(1);
      durationMs = duration;
      startedMs = null;
    },
    step(nowMs) {
      if (!path) return null;
      startedMs ??= nowMs;
      const t = durationMs > 0 ? (nowMs - startedMs) / durationMs : 1;
      const pose = path(Math.min(1, t));
      if (t >= 1) path = null;
      return pose;
    },
    isRunning: () => path !== null,
    end: () => path && end,
    stop() {
      path = null;
    },
  };
}
