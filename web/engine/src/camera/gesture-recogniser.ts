/**
 * Pointer events to gestures. One pointer: nothing until it has moved {@link TAP}.maxMovePx, then a drag from where it
 * went down; released before that, a tap, or the second of a double tap. Two touches: undecided until they move, then a
 * tilt or a hold. The pose is not known here.
 */
import { TAP } from '@overlook/shared/config';
import { createTapClassifier } from './tap-classifier.ts';
import { type FingerPair, type TwoFingerMode, decideMode, pairOf } from './two-fingers.ts';
import { pointerXy } from '../view/pointer-xy.ts';
import type { ScreenXy } from '../view/screen-ray.ts';

export interface GestureHandlers {
  /** A drag begins where the pointer went down. */
  dragStart(press: PointerEvent, screenXy: ScreenXy, timeMs: number): void;
  dragMove(screenXy: ScreenXy, timeMs: number): void;
  dragEnd(timeMs: number): void;
  /** Two fingers have moved, and {@link Gestures.decide} is needed in the next frame. */
  pairMoved(): void;
  pairStart(mode: 'tilt' | 'hold', pair: FingerPair, timeMs: number): void;
  pairMove(pair: FingerPair, timeMs: number): void;
  pairEnd(): void;
  /** True when a listener used the tap: it is then no first half of a double tap. */
  tap(screenXy: ScreenXy, event: PointerEvent): boolean;
  doubleTap(screenXy: ScreenXy, timeMs: number): void;
  /** A pointer went down. */
  press(screenXy: ScreenXy): void;
}

export interface Gestures {
  /** Call it in each frame, after the events of the frame, with the time of the frame. */
  decide(nowMs: number): void;
}

interface Pointer {
  event: PointerEvent;
  start: ScreenXy;
  now: ScreenXy;
}

type State = 'idle' | 'pressed' | 'dragging' | 'two' | 'tilt' | 'hold';

/** Listens on `element` until `signal` aborts. */
export function recogniseGestures(element: HTMLElement, handlers: GestureHandlers, signal: AbortSignal): Gestures {
  const pointers = new Map<number, Pointer>();
  const taps = createTapClassifier();
  let state: State = 'idle';
  let mayTap = false;

  function leave(timeMs: number): void {
    if (state === 'dragging') handlers.dragEnd(timeMs);
    if (state === 'tilt' || state === 'hold') handlers.pairEnd();
    state = 'idle';
  }

  function down(event: PointerEvent): void {
    if (event.defaultPrevented || pointers.size === 2) return;
    if (pointers.size === 1 && event.pointerType !== 'touch') return;
    element.setPointerCapture(event.pointerId);
    element.focus({ preventScroll: true });
    const at = pointerXy(element, event);
    handlers.press(at);
    leave(event.timeStamp);
    pointers.set(event.pointerId, { event, start: at, now: at });
    mayTap = pointers.size === 1 && event.button === 0;
    state = pointers.size === 1 ? 'pressed' : 'two';
    // Both fingers start from here, also the one that was dragging.
    for (const pointer of pointers.values()) pointer.start = pointer.now;
  }

  function move(event: PointerEvent): void {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    if (event.pointerType === 'mouse' && event.buttons === 0) return lose(event);
    pointer.now = pointerXy(element, event);
    if (state === 'pressed' && distanceOf(pointer) >= TAP.maxMovePx) {
      state = 'dragging';
      mayTap = false;
      handlers.dragStart(pointer.event, pointer.start, event.timeStamp);
    }
    if (state === 'dragging') handlers.dragMove(pointer.now, event.timeStamp);
    if (state === 'two') handlers.pairMoved();
    if (state === 'tilt' || state === 'hold') handlers.pairMove(pairAt(pointers, 'now'), event.timeStamp);
  }

  function decide(nowMs: number): void {
    const mode = state === 'two' ? modeOf(pointers) : 'undecided';
    if (mode === 'undecided') return;
    state = mode;
    handlers.pairStart(mode, pairAt(pointers, 'start'), nowMs);
    handlers.pairMove(pairAt(pointers, 'now'), nowMs);
  }

  function up(event: PointerEvent): void {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    const wasPress = state === 'pressed' && mayTap;
    release(event);
    if (!wasPress) return;
    const verdict = taps.classify(pointer.event.timeStamp, event.timeStamp, pointer.start);
    if (verdict === 'double') handlers.doubleTap(pointer.start, event.timeStamp);
    else if (handlers.tap(pointer.start, event)) taps.forget();
  }

  function release(event: PointerEvent): void {
    leave(event.timeStamp);
    pointers.delete(event.pointerId);
    const [rest] = pointers.values();
    if (!rest) return;
    // The remaining finger continues as a new drag.
    rest.start = rest.now;
    mayTap = false;
    state = 'pressed';
  }

  function lose(event: PointerEvent): void {
    if (!pointers.has(event.pointerId)) return;
    taps.forget();
    release(event);
  }

  listen(element, { down, move, up, lose }, signal);
  return { decide };
}

type Listeners = Readonly<Record<'down' | 'move' | 'up' | 'lose', (event: PointerEvent) => void>>;

function listen(element: HTMLElement, { down, move, up, lose }: Listeners, signal: AbortSignal): void {
  const on = { signal };
  element.addEventListener('pointerdown', down, on);
  element.addEventListener('pointermove', move, on);
  element.addEventListener('pointerup', up, on);
  element.addEventListener('pointercancel', lose, on);
  element.addEventListener('lostpointercapture', lose, on);
  keepButtons(element, signal);
}

/** Keeps the right and the middle button for gestures: one opens a menu, the other scrolls the page on some systems. */
function keepButtons(element: HTMLElement, signal: AbortSignal): void {
  element.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  element.addEventListener('mousedown', (event) => event.button === 1 && event.preventDefault(), { signal });
}

/** Where two fingers are, or where they started. */
function pairAt(pointers: ReadonlyMap<number, Pointer>, moment: 'start' | 'now'): FingerPair {
  const [a, b] = [...pointers.values()];
  return pairOf(a![moment], b![moment]);
}

function modeOf(pointers: ReadonlyMap<number, Pointer>): TwoFingerMode {
  const [a, b] = [...pointers.values()];
  return decideMode(movement(a!), movement(b!));
}

const movement = ({ start, now }: Pointer): ScreenXy => [now[0] - start[0], now[1] - start[1]];
const distanceOf = (pointer: Pointer): number => Math.hypot(...movement(pointer));
