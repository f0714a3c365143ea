/** Mouse, touch and keys on a section: wheel and pinch zoom, a drag pans, a click picks. */
import type { SectionPlot } from './section-plot.ts';

interface Handlers {
  onHover(at: readonly [number, number] | null): void;
  onClick(at: readonly [number, number]): void;
  onDoubleClick(): void;
}

const ZOOM_PER_PX = 0.0015;
const LINE_PX = 50 / 3;
/** A press that moves less than this is a click. */
const CLICK_PX = 4;
const KEY_PAN_PX = 40;
const KEY_ZOOM = 1.25;

/** Ties the gestures on `element` to a plot. Returns what ends it. */
export function watchPlotGestures(element: HTMLElement, plot: SectionPlot, handlers: Handlers): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const held = new Map<number, readonly [number, number]>();
  let travelPx = 0;
  const placeOf = (event: MouseEvent): [number, number] => {
    const { left, top } = element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const delta = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
    plot.zoom(placeOf(event), Math.exp(-delta * ZOOM_PER_PX));
  };
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    if (held.size === 0) travelPx = 0;
    held.set(event.pointerId, placeOf(event));
  };
  const onMove = (event: PointerEvent) => {
    const now = placeOf(event);
    const before = held.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') handlers.onHover(now);
      return;
    }
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    held.set(event.pointerId, now);
    const by = [now[0] - before[0], now[1] - before[1]] as const;
    travelPx += Math.hypot(...by);
    if (travelPx < CLICK_PX) return;
    if (!other) return plot.pan(by);
    // Two fingers: the middle moves by half of one finger's way.
    plot.pan([by[0] / 2, by[1] / 2]);
    const apart = (place: readonly [number, number]) => Math.hypot(place[0] - other[0], place[1] - other[1]);
    plot.zoom([(now[0] + other[0]) / 2, (now[1] + other[1]) / 2], apart(now) / Math.max(1, apart(before)));
  };
  const onUp = (event: PointerEvent) => {
    if (!held.delete(event.pointerId) || travelPx >= CLICK_PX) return;
    handlers.onClick(placeOf(event));
  };
  element.addEventListener('wheel', onWheel, { passive: false, signal });
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', ({ pointerId }) => held.delete(pointerId), { signal });
  element.addEventListener('pointerleave', () => handlers.onHover(null), { signal });
  element.addEventListener('dblclick', () => handlers.onDoubleClick(), { signal });
  element.addEventListener('keydown', (event) => handleKey(event, plot, element), { signal });
  return () => listening.abort();
}

function handleKey(event: KeyboardEvent, plot: SectionPlot, element: HTMLElement): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const middle = [element.clientWidth / 2, element.clientHeight / 2] as const;
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => plot.pan([KEY_PAN_PX, 0]),
    ArrowRight: () => plot.pan([-KEY_PAN_PX, 0]),
    ArrowUp: () => plot.pan([0, KEY_PAN_PX]),
    ArrowDown: () => plot.pan([0, -KEY_PAN_PX]),
    '+': () => plot.zoom(middle, KEY_ZOOM),
    '-': () => plot.zoom(middle, 1 / KEY_ZOOM),
    '0': () => plot.fitAll(),
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
