import { ZOOM } from '@overlook/shared/config';
import type { CameraContext } from './camera-context.ts';
import { orbitAbout, orbitBy } from './orbit.ts';
import { pointerXy } from '../view/pointer-xy.ts';
import type { ScreenXy } from '../view/screen-ray.ts';
import { ANCHOR_WAIT_MS, SoughtAnchor } from './sought-anchor.ts';
import { createZoomMotion, notchesOf } from './zoom.ts';

/** The cursor may wander this far (CSS pixels) during a zoom without a new point being picked. */
const SAME_PLACE_PX = 4;

export interface WheelZoom {
  /** Listens on the element until the signal aborts; the page does not scroll meanwhile. */
  listen(element: HTMLElement, signal: AbortSignal, onInput: () => void): void;
  update(nowMs: number): void;
  isRunning(): boolean;
  stop(): void;
}

/** The wheel, and trackpads, over the stage: zoom to the point under the cursor, damped. */
export function createWheelZoom(context: CameraContext): WheelZoom {
  const motion = createZoomMotion();
  let cursor: ScreenXy = [Number.NaN, Number.NaN];
  let lastMs: number | null = null;
  let sought: SoughtAnchor | null = null;

  /** False while the zoom waits for its anchor. */
  function aim(nowMs: number): boolean {
    if (!sought) return true;
    const anchor = sought.isProvisional ? sought.second(cursor) : sought.first(nowMs);
    if (anchor) motion.aim(anchor);
    else if (!sought.isProvisional) return false;
    if (!sought.isProvisional) sought = null;
    return true;
  }

  function step(dtMs: number): void {
    const anchor = motion.anchor();
    const pose = motion.step(context.pose(), dtMs);
    if (!pose) return;
    if (!context.move(pose)) return motion.stop();
    if (!anchor || !motion.anchor()) return;
    // The roll is removed around the point under the cursor, so the zoom still goes to that point.
    const turn = { headingRad: 0, pitchRad: 0, levelling: ZOOM.levellingPerFrame };
    context.move(orbitBy(orbitAbout(pose, anchor, cursor, context.ground()), pose, turn, context.perspective()));
  }

  return {
    listen(element, signal, onInput) {
      const onWheel = (event: WheelEvent): void => {
        event.preventDefault();
        const notches = notchesOf(event);
        if (notches === 0) return;
        const at = pointerXy(element, event);
        const isSamePlace = Math.hypot(at[0] - cursor[0], at[1] - cursor[1]) < SAME_PLACE_PX;
        const isAimed = motion.isRunning() && isSamePlace && (sought !== null || motion.anchor() !== null);
        if (!isAimed) {
          cursor = at;
          sought = new SoughtAnchor(context, at, event.timeStamp + ANCHOR_WAIT_MS);
          aim(event.timeStamp);
        }
        motion.push(notches);
        onInput();
      };
      element.addEventListener('wheel', onWheel, { passive: false, signal });
    },
    update(nowMs) {
      if (!motion.isRunning()) {
        lastMs = null;
        sought = null;
        return;
      }
      if (!aim(nowMs)) return;
      // The first frame after the wheel moves at once, as long as a frame usually takes.
      const dtMs = lastMs === null ? 1000 / 60 : nowMs - lastMs;
      lastMs = nowMs;
      step(context.reducedMotion() ? Number.POSITIVE_INFINITY : dtMs);
    },
    isRunning: motion.isRunning,
    stop: motion.stop,
  };
}
