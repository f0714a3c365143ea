import { proxy } from 'valtio';
import type { LinkedSwipe } from '@overlook/embed/links/view-link';
import type { SwipeDirection } from '@overlook/engine';

interface SwipeState {
  /** Two layers are compared in the one screen; with more screens nothing is shown of it. */
  isOn: boolean;
  /** Model type chosen for the second side, right of the divider or below it; null for none yet. */
  secondLayer: number | null;
  /** Share of the screen that is the first side: 0 to 1. */
  fraction: number;
  direction: SwipeDirection;
  /** While a key or a button is held, the first side has the whole screen. */
  isBlinking: boolean;
}

const MIDDLE = 0.5;

const DEFAULTS: Readonly<SwipeState> = Object.freeze({
  isOn: false,
  secondLayer: null,
  fraction: MIDDLE,
  direction: 'sideBySide',
  isBlinking: false,
});

const state = proxy<SwipeState>({ ...DEFAULTS });

/** The comparison of two layers at a divider. */
export const swipe: Readonly<SwipeState> = state;

/** Opens it in its last state, or closes it. */
export function toggleSwipe(): void {
  state.isOn = !state.isOn;
  state.isBlinking = false;
}

export function closeSwipe(): void {
  state.isOn = state.isBlinking = false;
}

/** Opens it with the values of a link or a Place. */
export function openSwipe({ secondLayerId, fraction, direction }: Omit<LinkedSwipe, 'secondMoment'>): void {
  Object.assign(state, { secondLayer: secondLayerId, fraction, direction, isOn: true, isBlinking: false });
}

export function setSecondLayer(modeltypeId: number): void {
  state.secondLayer = modeltypeId;
}

/** Held to the screen. */
export function moveDivider(fraction: number): void {
  state.fraction = Math.min(1, Math.max(0, fraction));
}

export function centreDivider(): void {
  state.fraction = MIDDLE;
}

export function setSwipeDirection(direction: SwipeDirection): void {
  state.direction = direction;
}

/** Shows the whole first side until the key or the button is released, or the window is left. */
export function blinkUntilReleased(): void {
  state.isBlinking = true;
  const released = new AbortController();
  const end = () => {
    state.isBlinking = false;
    released.abort();
  };
  for (const event of ['keyup', 'pointerup', 'pointercancel', 'blur'] as const)
    window.addEventListener(event, end, { signal: released.signal });
}

/** Where the divider is now: at the end of the screen while the first side has all of it. */
export const shownFraction = ({ isBlinking, fraction }: Pick<SwipeState, 'isBlinking' | 'fraction'>): number =>
  isBlinking ? 1 : fraction;

export function resetSwipe(): void {
  Object.assign(state, DEFAULTS);
}
