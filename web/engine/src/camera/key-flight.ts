import { KEYBOARD_FLIGHT } from '@overlook/shared/config';
import type { CameraContext } from './camera-context.ts';
import { createFlightKeys } from './flight-keys.ts';
import { flyStep } from './keyboard-flight.ts';

const STEP_MS = 1000 / KEYBOARD_FLIGHT.stepsPerSecond;

export interface KeyFlight {
  /** Listens on the element, and for the loss of window and page, until the signal aborts. */
  listen(element: HTMLElement, signal: AbortSignal, onInput: () => void): void;
  update(nowMs: number): void;
  isFlying(): boolean;
}

/** Keyboard flight while the element itself has the focus. */
export function createKeyFlight(context: CameraContext): KeyFlight {
  const keys = createFlightKeys();
  let lastMs: number | null = null;

  return {
    listen(element, signal, onInput) {
      element.addEventListener(
        'keydown',
        (event) => {
          // Fields and buttons inside the element keep their keys.
          if (event.target !== element || event.defaultPrevented || !keys.press(event)) return;
          event.preventDefault();
          onInput();
        },
        { signal },
      );
      element.addEventListener('keyup', (event) => keys.release(event), { signal });
      element.addEventListener('blur', () => keys.clear(), { signal });
      element.ownerDocument.addEventListener('visibilitychange', () => keys.clear(), { signal });
      element.ownerDocument.defaultView?.addEventListener('blur', () => keys.clear(), { signal });
    },
    update(nowMs) {
      const pressed = keys.take();
      if (!pressed) {
        lastMs = null;
        return;
      }
      // A key that is down starts to count with its first frame; one already up again is worth a step.
      const firstMs = pressed.isHeld ? 0 : STEP_MS;
      const dtMs = lastMs === null ? firstMs : Math.min(nowMs - lastMs, KEYBOARD_FLIGHT.maxFrameMs);
      lastMs = nowMs;
      context.move(flyStep(context.pose(), pressed.input, dtMs, context.ground()));
    },
    isFlying: keys.isDown,
  };
}
