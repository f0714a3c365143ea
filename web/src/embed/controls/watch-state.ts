import type { Stage, StageState } from '../../engine/index.ts';

/**
 * Tells what the stage shows, now and after each change of it by any code: with the picture that shows the change.
 * Returns what ends it.
 */
export function watchState(stage: Pick<Stage, 'state' | 'on'>, onState: (state: StageState) => void): () => void {
  let told: StageState | null = null;
  const look = () => {
    const state = stage.state();
    if (state === told) return;
    told = state;
    onState(state);
  };
  look();
  return stage.on('drawn', look);
}
