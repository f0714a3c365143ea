/**
 * The light on models without pictures, as it is stored in this browser. Apart from the other preferences, because nothing of it is
 * needed before sign-in, where each setting costs bytes.
 */
import { EYE_DOME_MODES, type EyeDomeMode } from '@overlook/shared/config';
import type { SunTime } from '@overlook/engine';
import { preferences, setPreference } from './preferences.ts';
import { isDay, isOneOf, isRecord, isWholeNumber } from './stored-values.ts';

export interface LightChoices {
  /** Null for the standard light. */
  readonly sunTime: SunTime | null;
  readonly sunShadows: EyeDomeMode;
  readonly ambientOcclusion: EyeDomeMode;
}

/** Minutes of a day, the last of which is chosen last. */
export const LAST_MINUTE = 24 * 60 - 1;

const isMode = isOneOf(EYE_DOME_MODES);
const isMinute = isWholeNumber(0, LAST_MINUTE);

const modeOf = (value: unknown): EyeDomeMode => (isMode(value) ? value : 'auto');

function sunTimeOf(value: unknown): SunTime | null {
  if (!isRecord(value)) return null;
  const { day, minutes } = value;
  return isDay(day) && isMinute(minutes) ? { day, minutes } : null;
}

/** Of what is stored, what makes sense. */
export const lightOf = ({ sunTime, sunShadows, ambientOcclusion }: Record<string, unknown>): LightChoices => ({
  sunTime: sunTimeOf(sunTime),
  sunShadows: modeOf(sunShadows),
  ambientOcclusion: modeOf(ambientOcclusion),
});

let stored: Record<string, unknown> | null = null;
let made: LightChoices | null = null;

/** What is chosen: the same objects until that changes, because stages compare by identity. */
export function lightChoices(): LightChoices {
  if (!made || stored !== preferences.light) {
    stored = preferences.light;
    made = lightOf(stored);
  }
  return made;
}

/** Changes some of it now and stores it. */
export const setLight = (changed: Partial<LightChoices>): void =>
  setPreference('light', { ...lightChoices(), ...changed });
