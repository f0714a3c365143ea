import { subscribeKey } from 'valtio/utils';
import { PROGRESS_EVERY_MS } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import { authorization } from '../../api/client.ts';
import type { Stage } from '../../engine/index.ts';
import { connection } from '../../state/connection.ts';
import { preferences } from '../../state/preferences.ts';
import { stageChoices } from '../../state/stage.ts';
import { announce } from '../../ui/announcer.tsx';
import { checkSession } from '../../api/check-session.ts';
import { noteUnsupported, resetScreen, screen, stageFailed, stageOpened } from './screen-store.ts';
import { atMostEvery } from './at-most-every.ts';

const loadEngine = () => import('../../engine/index.ts');

/** Starts loading the viewer before there is a place for it. */
export function preloadEngine(): void {
  // A failed load shows itself when the stage is opened.
  loadEngine().catch(() => undefined);
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/**
 * Opens a stage in `container` and ties it to the stores: settings go in, progress and troubles come out. Returns what
 * closes it again, at any time, also while it is still opening.
 */
export function openStage(container: HTMLElement, basemapStyleUrl: string | null): () => void {
  let close: (() => void) | null = null;
  let isClosed = false;
  const open = async () => {
    if (!hasWebGl2()) return stageFailed('noWebgl', null);
    const { createStage } = await loadEngine();
    if (isClosed) return;
    const stage = await createStage({
      container,
      basemapStyleUrl,
      fetchHeaders: authorization,
      reducedMotion: () => matchMedia(REDUCED_MOTION).matches,
    });
    if (isClosed) stage.destroy();
    else close = connectStage(stage);
  };
  open().catch((error: unknown) => {
    if (!isClosed) stageFailed('failed', error instanceof Error ? error.message : String(error));
  });
  return () => {
    isClosed = true;
    close?.();
    resetScreen();
  };
}

function hasWebGl2(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // A page holds only so many contexts; this one has told what it was made for.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

function connectStage(stage: Stage): () => void {
  stage.setGlobeVisible(preferences.isGlobeVisible);
  stage.setQuality(preferences.quality);
  stage.setNear(stageChoices.nearMetres);
  const progress = atMostEvery(PROGRESS_EVERY_MS, () => publishProgress(stage));
  const undo = [
    stage.on('progress', progress.request),
    stage.on('tileError', (error) => {
      if (error.unsupported) noteUnsupported(error);
      // A tile that cannot be had may mean a server that is gone or a session that has ended; ask which.
      else checkSession();
    }),
    stage.on('contextLost', () => (screen.isContextLost = true)),
    stage.on('contextRestored', () => (screen.isContextLost = false)),
    subscribeKey(preferences, 'isGlobeVisible', (isVisible) => stage.setGlobeVisible(isVisible)),
    subscribeKey(preferences, 'quality', (quality) => stage.setQuality(quality)),
    subscribeKey(stageChoices, 'nearMetres', (metres) => stage.setNear(metres)),
    subscribeKey(connection, 'isLost', (isLost) => !isLost && stage.retryFailed()),
    progress.cancel,
  ];
  stageOpened(stage);
  publishProgress(stage);
  return () => {
    for (const step of undo) step();
    stage.destroy();
  };
}

function publishProgress(stage: Stage): void {
  const wasSettled = screen.progress?.settled ?? true;
  const progress = stage.progress();
  screen.progress = progress;
  if (!progress.settled || wasSettled) return;
  screen.attributions = stage.attributions();
  announce(MESSAGES['stage.settled']);
}
