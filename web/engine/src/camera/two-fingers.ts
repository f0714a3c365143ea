/** Two fingers: their effect on the image, and whether they tilt it. Pure functions. */
import { TWO_FINGERS } from '@overlook/shared/config';
import type { ScreenXy } from '../view/screen-ray.ts';

export type TwoFingerMode = 'undecided' | 'tilt' | 'hold';

export interface FingerPair {
  centre: ScreenXy;
  /** CSS pixels between the fingers. */
  spread: number;
  /** Direction from the first to the second finger, radians, clockwise on screen. */
  angleRad: number;
}

export function pairOf(a: ScreenXy, b: ScreenXy): FingerPair {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const centre = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const;
  return { centre, spread: Math.max(1, Math.hypot(dx, dy)), angleRad: Math.atan2(dy, dx) };
}

/**
 * Decides the gesture by the movement of each finger since both were down. Tilt: both moved up or both down, side by
 * side and about equally far. Anything else that moved enough holds the image: pan, pinch and twist at once.
 */
export function decideMode(first: ScreenXy, second: ScreenXy): TwoFingerMode {
  const [a, b] = [Math.hypot(...first), Math.hypot(...second)];
  if (Math.max(a, b) < TWO_FINGERS.decidePx) return 'undecided';
  const isUpright = (move: ScreenXy): boolean => Math.abs(move[1]) > 2 * Math.abs(move[0]);
  const isParallel = isUpright(first) && isUpright(second) && first[1] * second[1] > 0;
  if (isParallel && Math.min(a, b) > Math.max(a, b) / 2) return 'tilt';
  // One finger moves before the other: wait for the second, unless it is clearly at rest.
  if (Math.min(a, b) < 1 && Math.max(a, b) < 2 * TWO_FINGERS.decidePx) return 'undecided';
  return 'hold';
}

/** The turn from one pair to another, −π…π, less the threshold, so that it starts without a jump. */
export function twistBetween(from: FingerPair, to: FingerPair): number {
  const raw = to.angleRad - from.angleRad;
  const turn = Math.atan2(Math.sin(raw), Math.cos(raw));
  return Math.sign(turn) * Math.max(0, Math.abs(turn) - TWO_FINGERS.twistThresholdRad);
}
