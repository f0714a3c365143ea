import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Pose } from '@overlook/shared/maths';
import type { Stage } from '@overlook/engine';
import { setPreference } from '../../../state/preferences.ts';
import { watchCameras } from './camera-follow.ts';
import { resetScreen, stageOpened } from '../../../state/screens.ts';

/** A stage without graphics: it has a pose, and reports each new one as the engine does. */
class PosedStage {
  private readonly listeners = new Map<string, (value: never) => void>();
  current = poseAt(0);
  readonly on = (event: string, listener: (value: never) => void) => {
    this.listeners.set(event, listener);
    return () => void this.listeners.delete(event);
  };
  readonly pose = () => this.current;
  readonly setPose = (pose: Pose) => {
    if (pose === this.current) return;
    this.current = pose;
    this.listeners.get('pose')?.(pose as never);
  };
}

const poseAt = (x: number): Pose => ({ position: [x, 0, 0], direction: [1, 0, 0], up: [0, 0, 1] });
/** Until the stores have told their listeners. */
const told = () => new Promise((resolve) => setTimeout(resolve));

let stages: PosedStage[] = [];
let end = () => {};

beforeEach(async () => {
  setPreference('isSyncOn', true);
  stages = [0, 1, 2].map((index) => {
    const stage = new PosedStage();
    stageOpened(index, stage as unknown as Stage);
    return stage;
  });
  end = watchCameras();
  await told();
});

afterEach(() => {
  end();
  for (const index of stages.keys()) resetScreen(index);
  setPreference('isSyncOn', true);
});

describe('screens with one camera', () => {
  it('all take over the pose of the one that moves', () => {
    stages[1]!.setPose(poseAt(5));
    expect(stages.map(({ current }) => current)).toEqual([poseAt(5), poseAt(5), poseAt(5)]);
  });

  it('join the active screen when the cameras are tied again, also where it has not moved meanwhile', async () => {
    stages[0]!.setPose(poseAt(5));
    setPreference('isSyncOn', false);
    await told();
    stages[1]!.setPose(poseAt(61));
    expect(stages[0]!.current).toEqual(poseAt(5));
    setPreference('isSyncOn', true);
    await told();
    expect(stages.map(({ current }) => current)).toEqual([poseAt(5), poseAt(5), poseAt(5)]);
  });
});
