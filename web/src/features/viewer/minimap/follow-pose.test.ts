import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pose } from '@overlook/shared/maths';
import type { StageEvents } from '../../../engine/index.ts';
import { followPose } from './follow-pose.ts';

/** A stage that moves when told to; `x` is the place of its camera. */
function movingStage() {
  const listeners = new Set<(pose: Pose) => void>();
  let x = 0;
  const pose = (): Pose => ({ position: [x, 0, 0], direction: [1, 0, 0], up: [0, 0, 1] });
  return {
    pose,
    on<K extends keyof StageEvents>(_event: K, handler: (value: StageEvents[K]) => void) {
      listeners.add(handler as (pose: Pose) => void);
      return () => void listeners.delete(handler as (pose: Pose) => void);
    },
    moveTo(to: number) {
      x = to;
      for (const listener of listeners) listener(pose());
    },
    listeners,
  };
}

describe('following the camera', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows the pose at once, then at most once in the interval, and the last one for certain', () => {
    const stage = movingStage();
    const shown: number[] = [];
    const stop = followPose(stage, 100, (pose) => shown.push(pose.position[0]));
    for (let ms = 0; ms < 250; ms += 10) {
      stage.moveTo(ms);
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual([0, 90, 190, 240]);
    stop();
  });

  it('ends, with what was still to be shown', () => {
    const stage = movingStage();
    const show = vi.fn();
    const stop = followPose(stage, 100, show);
    stage.moveTo(5);
    stop();
    vi.advanceTimersByTime(1000);
    expect(show).toHaveBeenCalledOnce();
    expect(stage.listeners.size).toBe(0);
  });
});
