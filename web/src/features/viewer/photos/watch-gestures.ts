import type { ViewPoint } from './photo-frame.ts';
import { watchPresses } from './watch-presses.ts';

/** The gestures of pointers over a photo; places are CSS pixels from the top left of its view. */
export interface Gestures {
  move(x: number, y: number): void;
  zoom(factor: number, at: ViewPoint): void;
  /** A click or tap that is neither a drag nor a part of a double click; called when no second one has followed. */
  press(at: ViewPoint): void;
  doublePress(): void;
  /** One finger was drawn over the view by this distance and lifted. */
  swipe(x: number, y: number): void;
}

/** A pointer that has gone no farther has not dragged. */
const STILL_PX = 4;
const ZOOM_PER_WHEEL_PX = 0.0015;
/** A wheel that counts lines or pages. */
const PX_PER_MODE = [1, 16, 400];

/** One of two fingers moves from `before` to `at`; `other` is the place of the second. */
function pinch(gestures: Gestures, before: ViewPoint, at: ViewPoint, other: ViewPoint): void {
  // The middle of two fingers moves by half of the movement of one.
  gestures.move((at.x - before.x) / 2, (at.y - before.y) / 2);
  const ratio = Math.hypot(at.x - other.x, at.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y);
  if (Number.isFinite(ratio)) gestures.zoom(ratio, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
}

function placeIn(element: HTMLElement, { clientX, clientY }: MouseEvent): ViewPoint {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

const wheelFactor = ({ deltaY, deltaMode }: WheelEvent): number =>
  Math.exp(-deltaY * (PX_PER_MODE[deltaMode] ?? 1) * ZOOM_PER_WHEEL_PX);

/** Follows wheel, drag, pinch, press and double press over an element, in the window of that element. Returns a function that ends this. */
export function watchGestures(element: HTMLElement, gestures: Gestures): () => void {
  const down = new Map<number, ViewPoint>();
  const stop = new AbortController();
  const { signal } = stop;
  const presses = watchPresses(element, (at) => gestures.press(at), signal);
  let start: ViewPoint | null = null;
  let isStill = true;
  let isAlone = true;
  const placeOf = (event: MouseEvent) => placeIn(element, event);

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
    if (other) pinch(gestures, before, at, other);
    else gestures.move(at.x - before.x, at.y - before.y);
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
    gestures.zoom(wheelFactor(event), placeOf(event));
  };

  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onUp, { signal });
  element.addEventListener('click', onClick, { signal });
  element.addEventListener('wheel', onWheel, { signal, passive: false });
  return () => stop.abort();
}
