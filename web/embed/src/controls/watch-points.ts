import { COORDINATES_EVERY_MS } from '@overlook/shared/config';
import type { Vec3 } from '@overlook/shared/maths';
import type { Stage } from '@overlook/engine';
import { throttled } from './throttled.ts';
import { findCentre } from './view-actions.ts';

/**
 * Reports the point under the pointer (ECEF metres), null for none, ten times a second at most. Returns a function that
 * ends this.
 */
export function watchCursor(stage: Pick<Stage, 'on'>, onPoint: (pointEcef: Vec3 | null) => void): () => void {
  let pointEcef: Vec3 | null = null;
  const telling = throttled(COORDINATES_EVERY_MS, () => onPoint(pointEcef));
  const off = stage.on('cursor', (cursor) => {
    pointEcef = cursor?.pointEcef ?? null;
    telling.request();
  });
  return () => {
    off();
    telling.cancel();
  };
}

/** The view counts as resting after this long without a movement, in milliseconds. */
const REST_MS = 200;

/**
 * Reports the point in the middle of the view (ECEF metres, null for sky), now and each time that the camera rests.
 * Returns a function that ends this.
 */
export function watchCentre(stage: Stage, onPoint: (pointEcef: Vec3 | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  const tell = (pointEcef: Vec3 | null) => {
    if (!isEnded) onPoint(pointEcef);
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => findCentre(stage, tell), REST_MS);
  };
  wait();
  const off = stage.on('pose', wait);
  return () => {
    isEnded = true;
    off();
    clearTimeout(timer);
  };
}
