/** Navigation in a panorama: drag, pinch, wheel and keys. */
import { ZOOM } from '@overlook/shared/config';
import { recogniseGestures } from '../camera/gesture-recogniser.ts';
import { createGlide } from '../camera/glide.ts';
import type { FingerPair } from '../camera/two-fingers.ts';
import { notchesOf } from '../camera/zoom.ts';
import { pointerXy } from '../view/pointer-xy.ts';
import type { ScreenXy } from '../view/screen-ray.ts';
import { draggedLook, type PanoramaLook, type ViewSize, zoomedLook } from './panorama-look.ts';

/** A key turns the look by this share of the field of view. */
const KEY_SHARE = 1 / 12;

export interface PanoramaControlsOptions {
  /** Receives the events; it must be focusable to receive keys. */
  readonly element: HTMLElement;
  look(): PanoramaLook;
  setLook(look: PanoramaLook): void;
  size(): ViewSize;
  /** Returns to the look with which the photo was opened. */
  fit(): void;
  /** A click or tap without a drag. */
  onTap(at: ScreenXy): void;
  /** A touch drag has no inertia. */
  reducedMotion(): boolean;
}

/** The look after a key (`event.code`); null for a key without a function here. */
function lookAfterKey(look: PanoramaLook, size: ViewSize, code: string): PanoramaLook | null {
  const [x, y] = [size.widthPx / 2, size.heightPx / 2];
  const step = KEY_SHARE * Math.max(size.widthPx, size.heightPx);
  if (code === 'ArrowLeft') return draggedLook(look, size, step, 0);
  if (code === 'ArrowRight') return draggedLook(look, size, -step, 0);
  if (code === 'ArrowUp') return draggedLook(look, size, 0, step);
  if (code === 'ArrowDown') return draggedLook(look, size, 0, -step);
  if (code === 'Equal' || code === 'NumpadAdd') return zoomedLook(look, size, ZOOM.factorPerNotch, x, y);
  if (code === 'Minus' || code === 'NumpadSubtract') return zoomedLook(look, size, 1 / ZOOM.factorPerNotch, x, y);
  return null;
}

/** Listens until the signal aborts. */
export function controlPanorama(options: PanoramaControlsOptions, signal: AbortSignal): void {
  const { element, look, setLook, size } = options;
  const glide = createGlide();
  const page = () => element.ownerDocument.defaultView;
  let last: ScreenXy = [0, 0];
  let isTouch = false;
  let pair: FingerPair | null = null;

  const dragTo = (at: ScreenXy) => {
    setLook(draggedLook(look(), size(), at[0] - last[0], at[1] - last[1]));
    last = at;
  };
  const glideOn = (nowMs: number) => {
    const at = glide.step(nowMs);
    if (!at || signal.aborted) return;
    dragTo(at);
    page()?.requestAnimationFrame(glideOn);
  };
  const gestures = recogniseGestures(
    element,
    {
      press: () => glide.stop(),
      dragStart(press, at) {
        isTouch = press.pointerType === 'touch';
        last = at;
      },
      dragMove(at, timeMs) {
        glide.track(at, timeMs);
        dragTo(at);
      },
      dragEnd(timeMs) {
        if (isTouch && !options.reducedMotion() && glide.release(timeMs)) page()?.requestAnimationFrame(glideOn);
      },
      pairMoved: () => page()?.requestAnimationFrame(gestures.decide),
      pairStart(_mode, start) {
        pair = start;
      },
      pairMove(now) {
        if (!pair) return;
        const moved = draggedLook(look(), size(), now.centre[0] - pair.centre[0], now.centre[1] - pair.centre[1]);
        setLook(zoomedLook(moved, size(), pair.spread / now.spread, ...now.centre));
        pair = now;
      },
      pairEnd() {
        pair = null;
      },
      tap(at) {
        options.onTap(at);
        return false;
      },
      doubleTap: () => options.fit(),
    },
    signal,
  );
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    // Notches inward are positive.
    setLook(zoomedLook(look(), size(), ZOOM.factorPerNotch ** notchesOf(event), ...pointerXy(element, event)));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = lookAfterKey(look(), size(), event.code);
    if (next) setLook(next);
    else if (event.code === 'Digit0' || event.code === 'Numpad0') options.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  element.addEventListener('wheel', onWheel, { passive: false, signal });
  element.addEventListener('keydown', onKey, { signal });
}
