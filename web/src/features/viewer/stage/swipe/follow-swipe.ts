import { useEffect } from 'react';
import { subscribe } from 'valtio';
import type { Stage } from '@overlook/engine';
import { setSecondLayer, shownFraction, swipe } from '../../../../state/swipe.ts';

/** Shows a second layer on a stage, null for none, and moves its divider with the store; again for each `site` that is opened. */
export function useStageSwipe(stage: Pick<Stage, 'update'> | null, secondLayer: number | null, site: unknown): void {
  useEffect(() => {
    if (secondLayer !== null) setSecondLayer(secondLayer);
    if (!stage || !site) return undefined;
    const follow = () => stage.update({ swipe: secondLayer === null ? null : stateWith(secondLayer) });
    follow();
    return secondLayer === null ? undefined : subscribe(swipe, follow);
  }, [stage, secondLayer, site]);
}

const stateWith = (secondLayerId: number) => ({
  secondLayerId,
  fraction: shownFraction(swipe),
  direction: swipe.direction,
});
