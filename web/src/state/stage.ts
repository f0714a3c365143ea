import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { CUT_DEFAULT_METRES, CUT_LONGEST_METRES, CUT_SHORTEST_METRES, SCREENS_AT_MOST } from '@overlook/shared/config';
import { preferences, setPreference } from './preferences.ts';
import { closeSwipe } from './swipe.ts';

interface StageChoices {
  /** Model type of each screen, or null until the layers of a site are known. */
  layers: readonly (number | null)[];
  /** Index of the screen to which keys, top bar and footer apply. */
  active: number;
  /** Index of the screen that is shown alone, or null. */
  maximised: number | null;
  /** Distance of the cutting plane in whole metres. */
  nearMetres: number;
}

const DEFAULTS = (): StageChoices => ({
  layers: Array.from({ length: SCREENS_AT_MOST }, () => null),
  active: 0,
  maximised: null,
  nearMetres: CUT_DEFAULT_METRES,
});

const state = proxy<StageChoices>(DEFAULTS());

/** The choices of a person for the stage that are not stored. */
export const stageChoices: Readonly<StageChoices> = state;

export function setLayer(screen: number, modeltypeId: number | null): void {
  if (state.layers[screen] === modeltypeId) return;
  state.layers = state.layers.map((layer, index) => (index === screen ? modeltypeId : layer));
}

export function setActiveScreen(screen: number): void {
  state.active = screen;
}

/** Shows one screen alone, or all again. */
export function setMaximised(screen: number | null): void {
  state.maximised = screen;
  if (screen !== null) state.active = screen;
}

/** Number of screens from now on, 1 to {@link SCREENS_AT_MOST}; kept in this browser. */
export function setScreenCount(count: number): void {
  setPreference('screenCount', Math.min(SCREENS_AT_MOST, Math.max(1, Math.round(count))));
  // A divider needs one screen.
  if (preferences.screenCount > 1) closeSwipe();
  state.maximised = null;
  state.active = Math.min(state.active, preferences.screenCount - 1);
}

/** Sets the cutting plane, rounded and held to the slider's range. */
export function setNearMetres(metres: number): void {
  state.nearMetres = Math.min(CUT_LONGEST_METRES, Math.max(CUT_SHORTEST_METRES, Math.round(metres)));
}

export function resetStageChoices(): void {
  Object.assign(state, DEFAULTS());
}

const firstPicture = proxy({ isAwaited: false });

/** Whether the first picture of the model is still awaited; actions on the model are disabled until then. */
export const opening: Readonly<typeof firstPicture> = firstPicture;

export function setOpening(isAwaited: boolean): void {
  firstPicture.isAwaited = isAwaited;
}

/** Calls back when the model can be seen, at once if it can be. Returns what ends the waiting. */
export function whenModelVisible(act: () => void): () => void {
  if (!firstPicture.isAwaited) {
    act();
    return () => undefined;
  }
  const stop = subscribeKey(firstPicture, 'isAwaited', (isAwaited) => {
    if (isAwaited) return;
    stop();
    act();
  });
  return stop;
}
