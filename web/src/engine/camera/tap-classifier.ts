import type { ScreenXy } from '../view/screen-ray.ts';

/** Distinguishes taps, double taps and long presses by time and place. */
export interface TapClassifier {
  /** A press that did not move ended. Times in milliseconds of one clock. */
  classify(downMs: number, upMs: number, screenXy: ScreenXy): 'tap' | 'double' | 'long';
  /** The last tap is no first half of a double tap. */
  forget(): void;
}

export function createTapClassifier(
  tap: { maxPressMs: number },
  double: { maxPauseMs: number; maxDistancePx: number },
): TapClassifier {
  let last: { upMs: number; screenXy: ScreenXy } | null = null;
  return {
    classify(downMs, upMs, screenXy) {
      const before = last;
      last = null;
      if (upMs - downMs > tap.maxPressMs) return 'long';
      const isNear =
        before !== null &&
        downMs - before.upMs <= double.maxPauseMs &&
        Math.hypot(screenXy[0] - before.screenXy[0], screenXy[1] - before.screenXy[1]) <= double.maxDistancePx;
      if (isNear) return 'double';
      last = { upMs, screenXy };
      return 'tap';
    },
    forget() {
      last = null;
    },
  };
}
