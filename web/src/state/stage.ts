import { proxy } from 'valtio';
import { CUT_DEFAULT_METRES, CUT_LONGEST_METRES, CUT_SHORTEST_METRES } from '@overlook/shared/config';

interface StageChoices {
  /** Model type shown on screen 1, or null until a site has told which it has. */
  layer: number | null;
  /** Distance of the cutting plane in whole metres. */
  nearMetres: number;
}

const DEFAULTS: Readonly<StageChoices> = Object.freeze({ layer: null, nearMetres: CUT_DEFAULT_METRES });

/** What a person has chosen for the stage and what is not kept beyond the page. */
export const stageChoices = proxy<StageChoices>({ ...DEFAULTS });

export function setLayer(modeltypeId: number | null): void {
  stageChoices.layer = modeltypeId;
}

/** Sets the cutting plane, rounded and held to the slider's range. */
export function setNearMetres(metres: number): void {
  stageChoices.nearMetres = Math.min(CUT_LONGEST_METRES, Math.max(CUT_SHORTEST_METRES, Math.round(metres)));
}

export function resetStageChoices(): void {
  Object.assign(stageChoices, DEFAULTS);
}
