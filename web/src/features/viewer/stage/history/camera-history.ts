/**
 * Camera history (specification §4): a move adds an entry and discards the forward ones; under 0.001 units it is ignored.
 * The newest position of each site is kept in this browser.
 */
import { proxy, ref } from 'valtio';
import type { Pose } from '@overlook/shared/maths';
import type { Stage } from '@overlook/engine';
import { onLeavingPage } from '../../../../ui/on-leaving-page.ts';
import { activeScreen, screenAt } from '../../../../state/screens.ts';
import { watchStages } from '../../../../state/watch-stages.ts';
import { type History, added, canStep, EMPTY_HISTORY, entryAt, stepped } from './history.ts';
import { keepPose } from './stored-pose.ts';

interface CameraHistory {
  siteId: number | null;
  history: History;
}

const state = proxy<CameraHistory>({ siteId: null, history: ref(EMPTY_HISTORY) });

/** Of the active screen's camera; it starts empty at each site. */
export const cameraHistory: Readonly<CameraHistory> = state;

const setHistory = (history: History): void => void (state.history = ref(history));

export const canGo = (by: 1 | -1): boolean => canStep(state.history, by);

/** The entry before (−1) or after (1); null where there is none. */
export const poseInHistory = (by: 1 | -1): Pose | null => (canGo(by) ? entryAt(stepped(state.history, by)) : null);

/** Flies to the entry before (−1) or after (1); nothing where there is none. */
export function goInHistory(by: 1 | -1): void {
  const { stage } = activeScreen();
  if (!stage || !canGo(by)) return;
  setHistory(stepped(state.history, by));
  stage.setPose(entryAt(state.history)!, { animate: true });
}

/** The site at which the camera of a stage was last idle: before that it is still flying there. */
const restedAt = new WeakMap<Stage, number>();

/** Whether the camera of a stage has arrived at a site, so that its pose is a view of that site. */
export const hasArrived = (stage: Stage, siteId: number): boolean => restedAt.get(stage) === siteId;

function rested(stage: Stage, index: number, pose: Pose): void {
  const { siteId } = screenAt(index);
  if (siteId === null) return;
  restedAt.set(stage, siteId);
  if (stage !== activeScreen().stage) return;
  if (state.siteId !== siteId) {
    state.siteId = siteId;
    setHistory(EMPTY_HISTORY);
  }
  setHistory(added(state.history, pose));
  keepPose(siteId, pose);
}

/** The page may never be shown again, so a moving camera is stored at its current pose. */
function keepNow(): void {
  const { stage, siteId } = activeScreen();
  if (stage && siteId !== null && hasArrived(stage, siteId)) keepPose(siteId, stage.pose());
}

/** Records where the active screen's camera rests, and where it is when the page is left. Returns what ends it. */
export function watchHistory(): () => void {
  const undo = [
    watchStages((stage, index) => stage.on('rest', (pose) => rested(stage, index, pose))),
    onLeavingPage(keepNow),
  ];
  return () => undo.forEach((step) => step());
}
