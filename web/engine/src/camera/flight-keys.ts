import type { FlightInput } from './keyboard-flight.ts';

type Axis = 'forward' | 'right' | 'up' | 'yaw' | 'pitch';

/** By place on the keyboard (event.code), so that every layout flies with the same fingers. Specification §2. */
const BINDINGS: Readonly<Record<string, readonly [Axis, 1 | -1]>> = {
  KeyW: ['forward', 1],
  KeyS: ['forward', -1],
  KeyD: ['right', 1],
  KeyA: ['right', -1],
  KeyQ: ['up', 1],
  PageUp: ['up', 1],
  KeyE: ['up', -1],
  PageDown: ['up', -1],
  ArrowRight: ['yaw', 1],
  ArrowLeft: ['yaw', -1],
  ArrowUp: ['pitch', 1],
  ArrowDown: ['pitch', -1],
};

/** The part of a DOM KeyboardEvent that counts. */
export interface KeyLike {
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The keys that are down. */
export interface FlightKeys {
  /**
   * True when the key is a flight key (and the event is used). With Ctrl, Meta or Alt no key flies, and a running
   * flight stops.
   */
  press(event: KeyLike): boolean;
  release(event: KeyLike): void;
  /** Everything up: focus or the window was lost, and with it the key-ups. */
  clear(): void;
  /** The current direction of the keys, or null. A key that was pressed and released between two frames counts once. */
  take(): { input: FlightInput; isHeld: boolean } | null;
  isDown(): boolean;
}

export function createFlightKeys(): FlightKeys {
  const held = new Set<string>();
  const brief = new Set<string>();
  let isFast = false;
  const clear = (): void => {
    held.clear();
    brief.clear();
    isFast = false;
  };
  return {
    press(event) {
      // While Meta is pressed, macOS sends no key-up for other keys.
      if (event.ctrlKey || event.metaKey || event.altKey) {
        clear();
        return false;
      }
      isFast = event.shiftKey;
      if (!Object.hasOwn(BINDINGS, event.code)) return false;
      held.add(event.code);
      brief.add(event.code);
      return true;
    },
    release(event) {
      isFast = event.shiftKey;
      held.delete(event.code);
    },
    clear,
    take() {
      const codes = new Set([...held, ...brief]);
      brief.clear();
      if (codes.size === 0) return null;
      const input: FlightInput = { forward: 0, right: 0, up: 0, yaw: 0, pitch: 0, isFast };
      for (const code of codes) {
        const [axis, sign] = BINDINGS[code]!;
        input[axis] = Math.max(-1, Math.min(1, input[axis] + sign));
      }
      return { input, isHeld: held.size > 0 };
    },
    isDown: () => held.size > 0 || brief.size > 0,
  };
}
