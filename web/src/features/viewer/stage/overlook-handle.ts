import type { PickResult, Stage, StageStats } from '../../../engine/index.ts';
import type { Pose } from '@overlook/shared/maths';
import { setLayer } from '../../../state/stage.ts';
import { openStages, screenAt } from './screen-store.ts';

/** One screen, as scripts may hold it. Everything here a signed-in person could do by hand. */
export interface StageHandle {
  pose(): Pose;
  setPose(pose: Pose, options?: { animate?: boolean }): void;
  /** Model type of the layer shown, or null. */
  layer(): number | null;
  /** Throws a RangeError for a layer that the site does not have for this user. */
  setLayer(modeltypeId: number): void;
  /** Resolves when nothing loads, all is refined to the current quality, and that is drawn. */
  idle(): Promise<void>;
  /** Overrides the screen-space error of the chosen quality, in CSS pixels; null gives it back. */
  setScreenSpaceError(px: number | null): void;
  stats(): StageStats;
  /** What is under a CSS pixel of the screen. */
  pick(x: number, y: number): PickResult | null;
  screenshot(): Promise<Blob>;
}

/** `window.overlook`: the stages that are open now, screen 1 first. */
export interface Overlook {
  readonly stages: readonly StageHandle[];
}

declare global {
  interface Window {
    overlook?: Overlook;
  }
}

function handleOf(index: number, stage: Stage): StageHandle {
  return {
    pose: () => stage.pose(),
    setPose: (pose, options) => stage.setPose(pose, options),
    layer: () => stage.state().layerId,
    setLayer: (modeltypeId) => {
      if (!screenAt(index).layerIds.includes(modeltypeId))
        throw new RangeError(`There is no layer ${modeltypeId} here.`);
      // The stage first, so that idle() called next waits for this layer; the store then moves the selector.
      stage.update({ layerId: modeltypeId });
      setLayer(index, modeltypeId);
    },
    idle: () => stage.idle(),
    setScreenSpaceError: (px) => stage.update({ screenSpaceErrorPx: px }),
    stats: () => stage.stats(),
    pick: (x, y) => stage.pick(x, y),
    screenshot: () => stage.screenshot(),
  };
}

/** Gives the page its handle; returns what takes it away. A stage is listed once it has a layer. */
export function exposeOverlook(): () => void {
  const handles = new WeakMap<Stage, StageHandle>();
  const handleFor = (index: number, stage: Stage): StageHandle => {
    const handle = handles.get(stage) ?? handleOf(index, stage);
    handles.set(stage, handle);
    return handle;
  };
  window.overlook = {
    get stages() {
      const shown = openStages().filter(({ stage }) => stage.state().layerId !== null);
      return shown.map(({ index, stage }) => handleFor(index, stage));
    },
  };
  return () => void delete window.overlook;
}
