import { subscribe } from 'valtio';
import type { Stage } from '@overlook/engine';
import { openStages, screens } from './screens.ts';

/**
 * Connects something to each open stage, now or later, and disconnects it when the stage is closed. Returns a function
 * that ends all of this.
 */
export function watchStages(tie: (stage: Stage, index: number) => () => void): () => void {
  const ties = new Map<Stage, () => void>();
  const follow = (): void => {
    const open = openStages();
    for (const [stage, untie] of ties) {
      if (open.some((one) => one.stage === stage)) continue;
      untie();
      ties.delete(stage);
    }
    for (const { stage, index } of open) if (!ties.has(stage)) ties.set(stage, tie(stage, index));
  };
  follow();
  const unsubscribe = subscribe(screens, follow);
  return () => {
    unsubscribe();
    for (const untie of ties.values()) untie();
    ties.clear();
  };
}
