/**
 * Zoom to the cursor. Wheel events ask for notches; every frame travels a part of the remaining distance, along the ray
 * to the point under the cursor, so that this point stays where it is on screen. A notch multiplies the distance; near
 * a surface it counts at least as a step, which passes through it. The remaining notches decrease with time to zero. In an
 * orthographic view a notch multiplies the height of the view.
 */
import { ZOOM } from '@overlook/shared/config';
import { type Vec3, distance, normalize, subtract } from '@overlook/shared/maths';
import type { EnuPose } from '../view/enu-pose.ts';
import { isOrtho, zoomedAbout } from './ortho-pose.ts';

/** The part of a DOM WheelEvent that counts. */
export interface WheelLike {
  deltaX: number;
  deltaY: number;
  deltaMode: number;
  ctrlKey: boolean;
}

const NOTCH = -Math.log(ZOOM.factorPerNotch);
const LINES = 1;
const PAGES = 2;

/** Notches inward (positive) of a wheel event: mouse wheels by line or pixel, trackpads by pixel, trackpad pinches. */
export function notchesOf(event: WheelLike): number {
  // Shift makes browsers report the wheel sideways.
  const delta = Math.abs(event.deltaY) >= Math.abs(event.deltaX) ? event.deltaY : event.deltaX;
  let notches = -delta / ZOOM.pixelsPerNotch;
  if (event.deltaMode === LINES) notches = -delta / ZOOM.linesPerNotch;
  else if (event.deltaMode === PAGES) notches = -Math.sign(delta);
  else if (event.ctrlKey && Math.abs(delta) < ZOOM.pixelsPerNotch / 2) {
    notches = (-delta * ZOOM.pinchScalePerPixel) / NOTCH;
  }
  if (!Number.isFinite(notches)) return 0;
  return Math.min(ZOOM.maxNotchesPerEvent, Math.max(-ZOOM.maxNotchesPerEvent, notches));
}

/** Metres towards the anchor (negative: away from it) that these notches are worth at a distance. */
function travelOf(notches: number, distanceToAnchor: number): number {
  const byFactor = distanceToAnchor * (1 - Math.exp(-NOTCH * notches));
  const byStep = ZOOM.minStep * notches;
  return notches > 0 ? Math.max(byFactor, byStep) : Math.min(byFactor, byStep);
}

/** The pose moved along its ray to the anchor by `travel` metres. */
function travelTowards(pose: EnuPose, ray: Vec3, travel: number): EnuPose {
  const p = pose.positionEnu;
  return {
    positionEnu: [p[0] + ray[0] * travel, p[1] + ray[1] * travel, p[2] + ray[2] * travel],
    direction: pose.direction,
    up: pose.up,
  };
}

/** A running zoom: remaining notches, the ray, and the remaining distance to the anchor. */
export interface ZoomMotion {
  /** Adds notches towards the anchor. */
  push(notches: number): void;
  /** Replaces the anchor. */
  aim(anchor: Vec3): void;
  /** The target of the zoom; null after the camera has passed through it. */
  anchor(): Vec3 | null;
  /** The part for this frame; null when none remains. With `dtMs` Infinity it is all of the rest. */
  step(pose: EnuPose, dtMs: number): EnuPose | null;
  isRunning(): boolean;
  stop(): void;
}

export function createZoomMotion(): ZoomMotion {
  let left = 0;
  let goal: Vec3 | null = null;
  let ray: Vec3 = [0, 1, 0];
  return {
    push(notches) {
      // A reversal of the wheel takes effect immediately, not after the old distance is used up.
      left = Math.sign(notches) === -Math.sign(left) ? notches : left + notches;
    },
    aim(anchor) {
      goal = anchor;
    },
    anchor: () => goal,
    step(pose, dtMs) {
      if (left === 0) return null;
      let part = left * (1 - Math.exp(-dtMs / ZOOM.dampingMs));
      if (Math.abs(left - part) < ZOOM.restNotches) part = left;
      left -= part;
      if (isOrtho(pose)) return zoomedAbout(pose, goal ?? pose.positionEnu, Math.exp(-NOTCH * part));
      const reach = goal ? distance(goal, pose.positionEnu) : 0;
      if (goal && reach > 0) ray = normalize(subtract(goal, pose.positionEnu));
      const travel = travelOf(part, reach);
      if (travel >= reach) goal = null;
      return travelTowards(pose, ray, travel);
    },
    isRunning: () => left !== 0,
    stop() {
      left = 0;
      goal = null;
    },
  };
}
