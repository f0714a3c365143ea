import { proxy } from 'valtio';
import { CUT_DEFAULT_METRES, CUT_LONGEST_METRES, CUT_SHORTEST_METRES, SCREENS_AT_MOST } from '@overlook/shared/config';
import type { Vec3 } from '@overlook/shared/maths';
import { preferences, setPreference } from './preferences.ts';

interface StageChoices {
  /** Model type of each screen, or null until a site has told which it has. */
  layers: (number | null)[];
  /** Index of the screen that keys, top bar and footer speak of. */
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

/** What a person has chosen for the stage and what is not kept beyond the page. */
export const stageChoices = proxy<StageChoices>(DEFAULTS());

export function setLayer(screen: number, modeltypeId: number | null): void {
  stageChoices.layers[screen] = modeltypeId;
}

export function setActiveScreen(screen: number): void {
  stageChoices.active = screen;
}

/** Shows one screen alone, or all again. */
export function setMaximised(screen: number | null): void {
  stageChoices.maximised = screen;
  if (screen !== null) stageChoices.active = screen;
}

/** Number of screens from now on, 1 to {@link SCREENS_AT_MOST}; kept in this browser. */
export function setScreenCount(count: number): void {
  setPreference('screenCount', Math.min(SCREENS_AT_MOST, Math.max(1, Math.round(count))));
  stageChoices.maximised = null;
  stageChoices.active = Math.min(stageChoices.active, preferences.screenCount - 1);
}

/** Sets the cutting plane, rounded and held to the slider's range. */
export function setNearMetres(metres: number): void {
  stageChoices.nearMetres = Math.min(CUT_LONGEST_METRES, Math.max(CUT_SHORTEST_METRES, Math.round(metres)));
}

export function resetStageChoices(): void {
  Object.assign(stageChoices, DEFAULTS());
}

/** Whether no screen shows the model yet; what acts on the model is disabled until then. */
export const firstSight = proxy({ isAwaited: false });

/** The newest wish to fly to a point of the model; whoever holds the camera follows it. */
export const flyRequests = proxy<{ newest: { pointEcef: Vec3; distanceMetres: number | null } | null }>({
  newest: null,
});

/** Flies the active screen to look at a point (ECEF metres), from `distanceMetres` away or as near as makes sense. */
export function requestFlyTo(pointEcef: Vec3, distanceMetres: number | null = null): void {
  flyRequests.newest = { pointEcef, distanceMetres };
}
