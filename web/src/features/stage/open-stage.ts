import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { PROGRESS_EVERY_MS } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import { authorization } from '../../api/client.ts';
import type { Stage } from '../../engine/index.ts';
import { cad } from '../../state/cad.ts';
import { connection } from '../../state/connection.ts';
import { type CloudLighting, preferences } from '../../state/preferences.ts';
import { section, setSectionVolume } from '../../state/section.ts';
import { stageChoices } from '../../state/stage.ts';
import { carriedTools } from '../../state/tools.ts';
import { announce } from '../../ui/announcer.tsx';
import { checkSession } from '../../api/check-session.ts';
import { applyGlobe } from './dark-stage.ts';
import { noteUnsupported, openStages, resetScreen, screenAt, stageFailed, stageOpened } from './screen-store.ts';
import { atMostEvery } from './at-most-every.ts';

export const loadEngine = () => import('../../engine/index.ts');

/** Starts loading the viewer, and what draws, before there is a place for it. */
export function preloadEngine(): void {
  loadEngine()
    .then(({ hasWebGl2 }) => hasWebGl2())
    // A failed load shows itself when the stage is opened.
    .catch(() => undefined);
}

/** Whether clouds are lit; null leaves it to the device. */
const LIT: Record<CloudLighting, boolean | null> = { auto: null, on: true, off: false };

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/**
 * Opens the stage of a screen in `container` and ties it to the stores: settings go in, progress and troubles come out.
 * Returns what closes it again, at any time, also while it is still opening.
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

/** Asked after a failure alone: a context takes its time. */
function offersWebGl2(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // A page holds only so many contexts; this one has told what it was made for.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/** Lets a stage draw as a person has chosen for all of them. */
export function applyChoices(stage: Stage): void {
  applyGlobe(stage);
  stage.setQuality(preferences.quality);
  stage.setEyeDomeLighting(LIT[preferences.cloudLighting]);
  stage.setNear(stageChoices.nearMetres);
  stage.setFeatures(cad.rules);
}

function connectStage(index: number, stage: Stage): () => void {
  const screen = screenAt(index);
  applyChoices(stage);
  const progress = atMostEvery(PROGRESS_EVERY_MS, () => publishProgress(index, stage));
  const undo = [
    stage.on('progress', progress.request),
    stage.on('tileError', (error) => {
      if (error.unsupported) noteUnsupported(index, error);
      // A tile that cannot be had may mean a server that is gone or a session that has ended; ask which.
      else checkSession();
    }),
    stage.on('quality', (quality) => (screen.quality = quality)),
    stage.on('contextLost', () => (screen.isContextLost = true)),
    stage.on('contextRestored', () => (screen.isContextLost = false)),
    ...connectGlobe(index, stage),
    subscribeKey(preferences, 'cloudLighting', (choice) => stage.setEyeDomeLighting(LIT[choice])),
    subscribeKey(preferences, 'quality', (quality) => stage.setQuality(quality)),
    subscribeKey(stageChoices, 'nearMetres', (metres) => stage.setNear(metres)),
    subscribeKey(cad, 'rules', (rules) => stage.setFeatures(rules)),
    ...connectSection(stage),
    ...connectTools(index, stage),
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

/** The globe, as chosen and as the layer allows; what is not drawn is not credited. */
function connectGlobe(index: number, stage: Stage): (() => void)[] {
  const show = () => {
    applyGlobe(stage);
    screenAt(index).attributions = stage.attributions();
  };
  return [
    subscribeKey(preferences, 'isGlobeVisible', show),
    subscribeKey(preferences, 'isCadStageDark', show),
    stage.on('seenLayer', show),
  ];
}

/** The section volume, and the box's handles while it is being changed. */
function connectSection(stage: Stage): (() => void)[] {
  const show = () => {
    const { isOpen, mode, volume } = section;
    stage.setSection(volume, isOpen && mode !== 'plane' ? mode : null);
  };
  show();
  return [
    subscribe(section, show),
    stage.on('sectionBox', (box) => setSectionVolume({ box, planes: section.volume?.planes ?? [] })),
  ];
}

/** The tools, on every screen; only the active one shows their values. */
function connectTools(index: number, stage: Stage): (() => void)[] {
  const carry = () =>
    stage.carryTools(carriedTools.override ?? carriedTools.active, carriedTools.drawn, carriedTools.keptClear);
  const rank = () => stage.setSecondary(stageChoices.active !== index);
  carry();
  rank();
  return [subscribe(carriedTools, carry), subscribeKey(stageChoices, 'active', rank)];
}

function publishProgress(index: number, stage: Stage): void {
  const screen = screenAt(index);
  const wasSettled = screen.progress?.settled ?? true;
  const progress = stage.progress();
  screen.progress = progress;
  if (!progress.settled || wasSettled) return;
  screen.attributions = stage.attributions();
  if (openStages().every((open) => screenAt(open.index).progress?.settled)) announce(MESSAGES['stage.settled']);
}
