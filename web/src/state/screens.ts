import { proxy, ref } from 'valtio';
import { SCREENS_AT_MOST } from '@overlook/shared/config';
import type { QualityReport, Stage, SwipeSide, TileError, TileProgress } from '@overlook/engine';
import { stageChoices } from './stage.ts';

export type ScreenStatus = 'starting' | 'running' | 'noWebgl' | 'failed';

export interface ScreenState {
  /** The open stage; not looked into by the store. */
  stage: Stage | null;
  status: ScreenStatus;
  /** The site whose model and camera the stage has; the selected one follows a moment later. */
  siteId: number | null;
  /** The camera is still flying to the site from the one before. */
  isArriving: boolean;
  /** Model types of the layers that this user may see at the shown site. */
  layerIds: readonly number[];
  /** Why the viewer could not start. */
  failure: string | null;
  isContextLost: boolean;
  progress: TileProgress | null;
  /** The same for each side of a swipe; null without one. */
  sideProgress: Readonly<Record<SwipeSide, TileProgress>> | null;
  /** How finely it draws, since that last changed. */
  quality: QualityReport | null;
  /** Contents of the model that cannot be shown, by address; each named once. */
  unsupported: { url: string; message: string }[];
  /** Whom the model and the base map credit. */
  attributions: readonly string[];
}

type ScreenReport =
  | 'siteId'
  | 'isArriving'
  | 'layerIds'
  | 'isContextLost'
  | 'progress'
  | 'sideProgress'
  | 'quality'
  | 'attributions';

const DEFAULTS = (): ScreenState => ({
  stage: null,
  siteId: null,
  isArriving: false,
  layerIds: [],
  status: 'starting',
  failure: null,
  isContextLost: false,
  progress: null,
  sideProgress: null,
  quality: null,
  unsupported: [],
  attributions: [],
});

const state = proxy<ScreenState[]>(Array.from({ length: SCREENS_AT_MOST }, DEFAULTS));

/** What each screen says about itself; those that are not open hold the defaults. */
export const screens: readonly Readonly<ScreenState>[] = state;

function stateAt(index: number): ScreenState {
  const screen = state[index];
  if (!screen) throw new RangeError(`There is no screen ${index + 1}.`);
  return screen;
}

/** The live state of a screen. Throws a RangeError for an index that no screen can have. */
export const screenAt = (index: number): Readonly<ScreenState> => stateAt(index);

/** The screen that keys, top bar and footer act on. */
export const activeScreen = (): Readonly<ScreenState> => screenAt(stageChoices.active);

/** The stages that are open now, with the index of their screen, screen 1 first. */
export function openStages(): { index: number; stage: Stage }[] {
  return screens.flatMap(({ stage }, index) => (stage ? [{ index, stage }] : []));
}

export function stageOpened(index: number, stage: Stage): void {
  Object.assign(stateAt(index), { stage: ref(stage), status: 'running', failure: null });
}

export function stageFailed(index: number, status: 'noWebgl' | 'failed', failure: string | null): void {
  Object.assign(stateAt(index), { ...DEFAULTS(), status, failure });
}

export function noteUnsupported(index: number, { url, message }: TileError): void {
  const { unsupported } = stateAt(index);
  if (!unsupported.some((known) => known.url === url)) unsupported.push({ url, message });
}

export function forgetUnsupported(index: number): void {
  stateAt(index).unsupported = [];
}

export function resetScreen(index: number): void {
  Object.assign(stateAt(index), DEFAULTS());
}

/** Updates the state of a screen; absent fields do not change. */
export function reportScreen(index: number, report: Partial<Pick<ScreenState, ScreenReport>>): void {
  Object.assign(stateAt(index), report);
}
