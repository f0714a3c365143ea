import { proxy, ref } from 'valtio';
import type { HeightRange } from '@overlook/engine';
import type { ShownBelow } from '@overlook/embed/links/view-link';
import type { Pose } from '@overlook/shared/maths';

/** Under every model, metres above the ground point of the site. */
const BOTTOM_M = -20_000;

interface LevelsState {
  /** The plan is shown, with its bar. */
  isPlanOpen: boolean;
  /** The view before the plan; null where a link has opened it. */
  poseBefore: Pose | null;
  /** The heights that are shown, metres above the ground point of the site; null for all. Replaced, never changed in place. */
  slice: HeightRange | null;
  /** The next level below the slice; null for none. */
  lower: HeightRange | null;
  /** What is shown below it. What is above is never shown: it would cover the plan. */
  below: ShownBelow;
  /** A floor and a ceiling are being picked: everything is shown. */
  isPicking: boolean;
  /** The heights that the stages show; null for all. */
  shown: HeightRange | null;
  /** The heights that they do not draw dark; null for all. */
  lit: HeightRange | null;
}

const DEFAULTS: Readonly<LevelsState> = Object.freeze({
  isPlanOpen: false,
  poseBefore: null,
  slice: null,
  lower: null,
  below: 'next',
  isPicking: false,
  shown: null,
  lit: null,
});

const state = proxy<LevelsState>({ ...DEFAULTS });

/** The plan and its level slice, one for all screens. */
export const levels: Readonly<LevelsState> = state;

/** Shows the bar of the plan; the view itself is moved by who opens it. */
export function openPlan(poseBefore: Pose | null): void {
  Object.assign(state, { isPlanOpen: true, poseBefore: poseBefore && ref(poseBefore) });
}

/** Shows all heights again. */
export const resetLevels = (): void => void Object.assign(state, DEFAULTS);

export function setSlice(slice: HeightRange | null): void {
  state.slice = slice && ref(slice);
  follow();
}

/** Opens the plan with a slice from a link or a Place. */
export function openSlice(slice: HeightRange, below: ShownBelow): void {
  resetLevels();
  openPlan(null);
  state.below = below;
  setSlice(slice);
}

export function setLowerLevel(lower: HeightRange | null): void {
  state.lower = lower && ref(lower);
  follow();
}

export function setShownBelow(below: ShownBelow): void {
  state.below = below;
  follow();
}

export function setPickingLevel(isPicking: boolean): void {
  state.isPicking = isPicking;
  follow();
}

function follow(): void {
  const { slice, lower, below, isPicking } = state;
  const isAnyBelow = below === 'all' || (below === 'next' && lower !== null);
  const fromM = below === 'all' ? BOTTOM_M : (lower?.fromM ?? BOTTOM_M);
  const isOn = slice !== null && !isPicking;
  state.lit = isOn && isAnyBelow ? slice : null;
  if (!isOn) state.shown = null;
  else state.shown = isAnyBelow ? ref({ fromM: Math.min(fromM, slice.fromM), toM: slice.toM }) : slice;
}
