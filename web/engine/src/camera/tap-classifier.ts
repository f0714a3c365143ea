import { DOUBLE_TAP } from '@overlook/shared/config';
import type { ScreenXy } from '../view/screen-ray.ts';

/**
 * Distinguishes taps and double taps by time and place. A press that does not move is a tap however long it lasts: a slow hand
 * means the same, and on a busy page the release is often reported late.
 */
export interface TapClassifier {
  /** A press that did not move ended. Times in milliseconds of one clock. */
  classify(downMs: number, upMs: number, screenXy: ScreenXy): 'tap' | 'double';
  /** The last tap is no first half of a double tap. */
  forget(): void;
}

export function createTapClassifier(): TapClassifier {
  let last: { upMs: number; screenXy: ScreenXy } | null = null;
  return {
    classify(downMs, upMs, screenXy) {
      const before = last;
      last = null;
      const isSecond =
        before !== null &&
        upMs - downMs <= DOUBLE_TAP.maxPressMs &&
        downMs - before.upMs <= DOUBLE_TAP.maxPauseMs &&
        Math.hypot(screenXy[0] - before.screenXy[0], screenXy[1] - before.screenXy[1]) <= DOUBLE_TAP.maxDistancePx;
      if (isSecond) return 'double';
      last = { upMs, screenXy };
      return 'tap';
    },
    forget() {
      last = null;
    },
  };
}
