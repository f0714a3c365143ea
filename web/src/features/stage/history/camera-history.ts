/**
 * Camera history (specification §4): a move adds an entry and discards the forward ones; under 0.001 units it is ignored.
 * The newest position of each site is kept in this browser.
 */
import { proxy, ref } from 'valtio';
import type { Pose } from '@overlook/shared/maths';
import type { Stage } from '../../../engine/index.ts';
import { preferences } from '../../../state/preferences.ts';
import { activeScreen } from '../screen-store.ts';
import { watchStages } from '../watch-stages.ts';
import { type History, added, canStep, EMPTY_HISTORY, entryAt, stepped } from './history.ts';
import { keepPose } from './stored-pose.ts';

/** Of the active screen's camera; begins anew with each site. */
export const cameraHistory = proxy<{ siteId: number | null; history: History }>({
  siteId: null,
  history: ref(EMPTY_HISTORY),
});

const setHistory = (history: History): void => void (cameraHistory.history = ref(history));

export const canGo = (by: 1 | -1): boolean => canStep(cameraHistory.history, by);

/** Flies to the entry before (−1) or after (1); nothing where there is none. */
export function goInHistory(by: 1 | -1): void {
  const { stage } = activeScreen();
  if (!stage || !canGo(by)) return;
  setHistory(stepped(cameraHistory.history, by));
  stage.setPose(entryAt(cameraHistory.history)!, { animate: true });
}

function rested(stage: Stage, pose: Pose): void {
  if (stage !== activeScreen().stage) return;
  const siteId = preferences.selectedSiteId;
  if (siteId === null) return;
  if (cameraHistory.siteId !== siteId) {
    cameraHistory.siteId = siteId;
    setHistory(EMPTY_HISTORY);
  }
  setHistory(added(cameraHistory.history, pose));
  keepPose(siteId, pose);
}

/** Records where the active screen's camera comes to rest. Returns what ends it. */
export const watchHistory = (): (() => void) => watchStages((stage) => stage.on('rest', (pose) => rested(stage, pose)));
