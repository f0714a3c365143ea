/**
 * Zoom to the cursor. Wheel events ask for notches; every frame travels a part of what is left, along the ray to the
 * point under the cursor, so that this point stays where it is on screen. A notch multiplies the distance; near a
 * surface it is worth at least a step, which leads through it. What is left shrinks by time, and ends.
 */
import { ZOOM } from '@overlook/shared/config';
import { type Vec3, distance, normalize, subtract } from '@overlook/shared/maths';
import type { EnuPose } from '../view/enu-pose.ts';

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
export function travelOf(notches: number, distanceToAnchor: number): number {
  const byFactor = distanceToAnchor * (1 - Math.exp(-NOTCH * notches));
  const byStep = ZOOM.minStep * notches;
  return notches > 0 ? Math.max(byFactor, byStep) : Math.min(byFactor, byStep);
}

/** The pose moved along its ray to the anchor by `travel` metres. */
export function travelTowards(pose: EnuPose, ray: Vec3, travel: number): EnuPose {
  const p = pose.positionEnu;
  return {
    positionEnu: [p[0] + ray[0] * travel, p[1] + ray[1] * travel, p[2] + ray[2] * travel],
    direction: pose.direction,
    up: pose.up,
  };
}

/** A zoom under way: notches still to go, the ray, and the distance left to the anchor. */
export interface ZoomMotion {
  /** Adds notches towards an anchor, which replaces the one before. */
  push(notches: number, anchor: Vec3): void;
  /** What it zooms to; null once the camera has gone through it. */
  anchor(): Vec3 | null;
  /** The share of this frame; null when nothing is left. `dtMs` Infinity takes all that is left at once. */
  step(pose: EnuPose, dtMs: number): EnuPose | null;
  isRunning(): boolean;
  stop(): void;
}

export function createZoomMotion(): ZoomMotion {
  let left = 0;
  let goal: Vec3 | null = null;
  let ray: Vec3 = [0, 1, 0];
  return {
    push(notches, anchor) {
      // A turn of the wheel is answered at once, not after the old way has been spent.
      left = Math.sign(notches) === -Math.sign(left) ? notches : left + notches;
      goal = anchor;
    },
    anchor: () => goal,
    step(pose, dtMs) {
      if (left === 0) return null;
      let part = left * (1 - Math.exp(-dtMs / ZOOM.dampingMs));
      if (Math.abs(left - part) < ZOOM.restNotches) part = left;
      left -= part;
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
