import { subscribeKey } from 'valtio/utils';
import { PROGRESS_EVERY_MS } from '@overlook/shared/config';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { authorization } from '../../../api/client.ts';
import type { Stage } from '@overlook/engine';
import { connection } from '../../../state/connection.ts';
import { type LearntQuality, preferences, setPreference } from '../../../state/preferences.ts';
import { section, setSectionVolume } from '../../../state/section.ts';
import { announce } from '../../../ui/announcer.tsx';
import { checkSession } from '../../../api/check-session.ts';
import { takeEarly } from './early/early-files.ts';
import { followStores } from './follow-stores.ts';
import {
  noteUnsupported,
  openStages,
  reportScreen,
  resetScreen,
  screenAt,
  stageFailed,
  stageOpened,
} from '../../../state/screens.ts';
import { offersWebGl2 } from '@overlook/embed/controls/offers-webgl2';
import { throttled } from '@overlook/embed/controls/throttled';

export const loadEngine = () => import('@overlook/engine');

/** Starts loading the viewer, and what draws, before there is a place for it. */
export function preloadEngine(): void {
  loadEngine()
    .then(({ hasWebGl2 }) => hasWebGl2())
    // A failed load shows itself when the stage is opened.
    .catch(() => undefined);
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/**
 * Opens the stage of a screen in `container` and connects it with the stores: it gets settings, and reports progress
 * and errors. Returns a function that closes it at any time, also while it is opening.
 */
export function openStage(index: number, container: HTMLElement, basemapStyleUrl: string | null): () => void {
  let close: (() => void) | null = null;
  let isClosed = false;
  const open = async () => {
    const { createStage } = await loadEngine();
    if (isClosed) return;
    const stage = await createStage({
      container,
      basemapStyleUrl,
      fetchHeaders: authorization,
      takeEarly,
      learnt: preferences.learntQuality,
      preset: () => preferences.mousePreset,
      reducedMotion: () => matchMedia(REDUCED_MOTION).matches,
    });
    if (isClosed) stage.destroy();
    else close = connectStage(index, stage);
  };
  open().catch((error: unknown) => {
    if (isClosed) return;
    if (!offersWebGl2()) stageFailed(index, 'noWebgl', null);
    else stageFailed(index, 'failed', error instanceof Error ? error.message : String(error));
  });
  return () => {
    isClosed = true;
    close?.();
    resetScreen(index);
  };
}

function connectStage(index: number, stage: Stage): () => void {
  const unfollow = followStores(index, stage);
  const credit = () => reportScreen(index, { attributions: stage.attributions() });
  const progress = throttled(PROGRESS_EVERY_MS, () => publishProgress(index, stage));
  const undo = [
    stage.on('progress', progress.request),
    stage.on('tileError', (error) => {
      if (error.unsupported) noteUnsupported(index, error);
      // A tile that cannot be loaded may mean that the server cannot be reached or that the session has ended; the
      // check finds out which.
      else checkSession();
    }),
    stage.on('quality', (quality) => {
      reportScreen(index, { quality });
      keepLearnt(quality.learnt);
    }),
    stage.on('contextLost', () => reportScreen(index, { isContextLost: true })),
    stage.on('contextRestored', () => reportScreen(index, { isContextLost: false })),
    // Parts that are not drawn have no credit.
    stage.on('visibleLayer', credit),
    subscribeKey(preferences, 'isGlobeVisible', credit),
    subscribeKey(preferences, 'isCadStageDark', credit),
    stage.on('sectionBox', (box) => setSectionVolume({ box, planes: section.volume?.planes ?? [] })),
    unfollow,
    subscribeKey(connection, 'isLost', (isLost) => !isLost && stage.retryFailed()),
    progress.cancel,
  ];
  stageOpened(index, stage);
  publishProgress(index, stage);
  return () => {
    for (const step of undo) step();
    stage.destroy();
  };
}

/** Stored for the next visit: a device whose quality had to be reduced begins with that step. */
function keepLearnt({ gpu, step }: LearntQuality): void {
  const { learntQuality } = preferences;
  if (learntQuality?.gpu !== gpu || learntQuality.step !== step) setPreference('learntQuality', { gpu, step });
}

function publishProgress(index: number, stage: Stage): void {
  const wasSettled = screenAt(index).progress?.settled ?? true;
  const progress = stage.progress();
  reportScreen(index, { progress, sideProgress: stage.progressOfSides() });
  if (!progress.settled || wasSettled) return;
  reportScreen(index, { attributions: stage.attributions() });
  if (openStages().every((open) => screenAt(open.index).progress?.settled)) announce(STAGE_MESSAGES['stage.settled']);
}
