import type { ViewPoint } from './photo-frame.ts';
import { watchPresses } from './watch-presses.ts';

/** What pointers over a photo ask for; places are CSS pixels from the top left of its view. */
export interface Gestures {
  move(x: number, y: number): void;
  zoom(factor: number, at: ViewPoint): void;
  /** A click or tap that was no drag, and no part of a double click: known once no second one has come. */
  press(at: ViewPoint): void;
  doublePress(): void;
  /** One finger was drawn over the view and lifted, so far. */
  swipe(x: number, y: number): void;
}

/** A pointer that has gone no farther has not dragged. */
const STILL_PX = 4;
const ZOOM_PER_WHEEL_PX = 0.0015;
/** A wheel that counts lines or pages. */
const PX_PER_MODE = [1, 16, 400];

/** Follows wheel, drag, pinch, press and double press over an element, in the window of that element. Returns what ends it. */
export function watchGestures(element: HTMLElement, gestures: Gestures): () => void {
  const down = new Map<number, ViewPoint>();
  const stop = new AbortController();
  const { signal } = stop;
  const presses = watchPresses(element, (at) => gestures.press(at), signal);
  let start: ViewPoint | null = null;
  let isStill = true;
  let isAlone = true;
  const placeOf = ({ clientX, clientY }: MouseEvent): ViewPoint => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    const at = placeOf(event);
    if (down.size === 0) [start, isStill, isAlone] = [at, true, true];
    else isAlone = false;
    down.set(event.pointerId, at);
  };
  const onMove = (event: PointerEvent) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const at = placeOf(event);
    if (start && Math.hypot(at.x - start.x, at.y - start.y) > STILL_PX) isStill = false;
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    down.set(event.pointerId, at);
    if (isStill && !other) return;
    presses.flush();
    if (!other) return gestures.move(at.x - before.x, at.y - before.y);
    // Half of a movement of one of two fingers is that of their middle.
    gestures.move((at.x - before.x) / 2, (at.y - before.y) / 2);
    const ratio = Math.hypot(at.x - other.x, at.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y);
    if (Number.isFinite(ratio)) gestures.zoom(ratio, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
  };
  const onUp = (event: PointerEvent) => {
    if (!down.delete(event.pointerId) || down.size > 0 || !start) return;
    const at = placeOf(event);
    if (event.type === 'pointerup' && event.pointerType === 'touch' && isAlone && !isStill)
      gestures.swipe(at.x - start.x, at.y - start.y);
  };
  const onClick = (event: MouseEvent) => {
    if (!isStill || !isAlone) return;
    const at = placeOf(event);
    if (!presses.isSecond(at)) return presses.press(at);
    presses.forget();
    gestures.doublePress();
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    presses.flush();
    const px = event.deltaY * (PX_PER_MODE[event.deltaMode] ?? 1);
    gestures.zoom(Math.exp(-px * ZOOM_PER_WHEEL_PX), placeOf(event));
  };

  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onUp, { signal });
  element.addEventListener('click', onClick, { signal });
  element.addEventListener('wheel', onWheel, { signal, passive: false });
  return () => stop.abort();
}
