import { DOUBLE_TAP } from '@overlook/shared/config';
import type { ViewPoint } from './photo-frame.ts';

/** Presses that may be the first half of a double press; they are reported once they are not. */
interface Presses {
  press(at: ViewPoint): void;
  /** Whether a press there is the second half of a double press. */
  isSecond(at: ViewPoint): boolean;
  /** Reports a waiting press now, because the view is about to move under it. */
  flush(): void;
  /** What waits was the first half of a double press. */
  forget(): void;
}

/** Calls `onPress` for single presses over an element, until the signal aborts. */
export function watchPresses(element: HTMLElement, onPress: (at: ViewPoint) => void, signal: AbortSignal): Presses {
  // The element may be in a window of its own: timers of a page that is hidden behind it are late.
  const page = element.ownerDocument.defaultView!;
  let waiting: ViewPoint | null = null;
  let timer = 0;
  const forget = () => {
    page.clearTimeout(timer);
    waiting = null;
  };
  const flush = () => {
    const at = waiting;
    forget();
    if (at) onPress(at);
  };
  const wait = (ms: number) => {
    page.clearTimeout(timer);
    timer = page.setTimeout(flush, ms);
  };
  // The second press may end later than it has to begin.
  element.addEventListener('pointerdown', () => waiting && wait(DOUBLE_TAP.maxPressMs), { signal });
  signal.addEventListener('abort', forget);
  return {
    press(at) {
      flush();
      waiting = at;
      wait(DOUBLE_TAP.maxPauseMs);
    },
    isSecond: ({ x, y }) => waiting !== null && Math.hypot(x - waiting.x, y - waiting.y) <= DOUBLE_TAP.maxDistancePx,
    flush,
    forget,
  };
}
