import { proxy, ref } from 'valtio';
import type { PointColorMode } from '@overlook/shared/config';
import type { PointColors } from '@overlook/engine';
import { preferences, setPreference } from './preferences.ts';

interface PointChoices {
  /** Replaced, never changed in place; null for an automatic range. */
  range: readonly [least: number, most: number] | null;
  hiddenClasses: readonly number[];
}

const DEFAULTS: Readonly<PointChoices> = Object.freeze({ range: null, hiddenClasses: ref([]) });

const state = proxy<PointChoices>({ ...DEFAULTS });

/** The settings of the points of all screens that are not stored; the colour mode is a preference. */
export const pointChoices: Readonly<PointChoices> = state;

/** Colours points by something else, over an automatic range. */
export function setPointColorMode(mode: PointColorMode): void {
  state.range = null;
  setPreference('pointColorMode', mode);
}

export function setPointRange(range: readonly [least: number, most: number] | null): void {
  state.range = range && ref<readonly [number, number]>([range[0], range[1]]);
}

/** Hides the points of an ASPRS class, or shows them again. */
export function setClassHidden(code: number, isHidden: boolean): void {
  const others = state.hiddenClasses.filter((one) => one !== code);
  state.hiddenClasses = ref(isHidden ? [...others, code].sort((a, b) => a - b) : others);
}

/** Takes over how points are coloured from elsewhere. */
export function showPointColors({ mode, range, hiddenClasses }: PointColors): void {
  setPointColorMode(mode);
  setPointRange(range);
  state.hiddenClasses = ref([...hiddenClasses]);
}

/** Shows all classes, and takes the range from the loaded points. */
export function resetPointChoices(): void {
  Object.assign(state, DEFAULTS);
}

let made: PointColors | null = null;

/** How points are coloured now: the same object until that changes, because stages compare by identity. */
export function pointColors(): PointColors {
  const { range, hiddenClasses } = state;
  const mode = preferences.pointColorMode;
  const isSame = made?.mode === mode && made.range === range && made.hiddenClasses === hiddenClasses;
  if (!isSame) made = { mode, range, hiddenClasses };
  return made!;
}
