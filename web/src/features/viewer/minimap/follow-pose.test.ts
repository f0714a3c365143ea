import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pose } from '@overlook/shared/maths';
import type { StageEvents, StageState } from '@overlook/engine';
import { followPose } from './follow-pose.ts';

/** A stage that moves on request; `x` is the place of its camera. */
function movingStage() {
  const listeners = new Map<string, (value: never) => void>();
  let x = 0;
  let fovYDeg = 60;
  const pose = (): Pose => ({ position: [x, 0, 0], direction: [1, 0, 0], up: [0, 0, 1] });
  return {
    pose,
    state: () => ({ fovYDeg }) as StageState,
    on<K extends keyof StageEvents>(event: K, handler: (value: StageEvents[K]) => void) {
      listeners.set(event, handler);
      return () => void listeners.delete(event);
    },
    moveTo(to: number) {
      x = to;
      listeners.get('pose')?.(pose() as never);
      listeners.get('drawn')?.(null as never);
    },
    see(deg: number) {
      fovYDeg = deg;
      listeners.get('drawn')?.(null as never);
    },
    listeners,
  };
}

describe('following the camera', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows the pose immediately, then at most once in the interval, and always the last one', () => {
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

  it('shows the same pose again with another field of view, and not for each picture', () => {
    const stage = movingStage();
    const show = vi.fn();
    const stop = followPose(stage, 100, show);
    stage.see(60);
    vi.advanceTimersByTime(1000);
    expect(show).toHaveBeenCalledOnce();
    stage.see(40);
    vi.advanceTimersByTime(1000);
    expect(show).toHaveBeenCalledTimes(2);
    stop();
  });

  it('ends, with the pending pose', () => {
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
