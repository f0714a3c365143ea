import { useEffect } from 'react';
import { subscribe } from 'valtio';
import type { Stage, StageCapture } from '@overlook/engine';
import { setSecondLayer, shownFraction, swipe } from '../../../../state/swipe.ts';
import type { ShownSwipe } from './use-swipe.ts';

/** Shows a second layer on a stage, null for none, and moves its divider with the store; again for each `site` that is opened. */
export function useStageSwipe(stage: Pick<Stage, 'update'> | null, shown: ShownSwipe | null, site: unknown): void {
  const { secondLayer = null, secondCapture = null } = shown ?? {};
  useEffect(() => {
    if (secondLayer !== null) setSecondLayer(secondLayer);
    if (!stage || !site) return undefined;
    const follow = () => stage.update({ swipe: secondLayer === null ? null : stateWith(secondLayer, secondCapture) });
    follow();
    return secondLayer === null ? undefined : subscribe(swipe, follow);
  }, [stage, secondLayer, secondCapture, site]);
}

const stateWith = (secondLayerId: number, secondCapture: StageCapture | null) => ({
  secondLayerId,
  secondCapture,
  fraction: shownFraction(swipe),
  direction: swipe.direction,
});
