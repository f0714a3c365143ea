import type { Stage, StageState } from '@overlook/engine';

/**
 * Calls `onState` with the current state of the stage and after each change, together with the frame that shows the change.
 * Returns a function that ends this.
 */
export function watchState(stage: Pick<Stage, 'state' | 'on'>, onState: (state: StageState) => void): () => void {
  let reported: StageState | null = null;
  const look = () => {
    const state = stage.state();
    if (state === reported) return;
    reported = state;
    onState(state);
  };
  look();
  return stage.on('drawn', look);
}
