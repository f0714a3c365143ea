import { SITE_PIN } from '@overlook/shared/config';
import { type Vec3, llaFromEcef } from '@overlook/shared/maths';
import { isBeyondHorizon } from './horizon.ts';

/** A point as a screen shows it: CSS pixels from its top left, and metres from the camera. */
export interface Projected {
  x: number;
  y: number;
  distance: number;
}

/** Where a point (ECEF metres) appears, or null when it is behind the camera. */
export type Project = (pointEcef: Vec3) => Projected | null;

/** Of the tip of a pin: CSS pixels from the top left of the screen. */
export interface PinPlace {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Scale of a pin at a distance in metres: 1 up to 500 km, evenly down to 0.6 at 10,000 km. Specification §9. */
export function pinScale(distanceMetres: number): number {
  const { fullSizeDistance, leastScale, leastScaleDistance } = SITE_PIN;
  const part = (distanceMetres - fullSizeDistance) / (leastScaleDistance - fullSizeDistance);
  return 1 - (1 - leastScale) * Math.min(1, Math.max(0, part));
}

/** Position and size of a pin, or null when it is not visible: behind the earth, off the screen, too near, or seen from too low. */
export function pinPlace(
  pinEcef: Vec3,
  eyeEcef: Vec3,
  project: Project,
  screen: { width: number; height: number },
): PinPlace | null {
  if (llaFromEcef(eyeEcef).height < SITE_PIN.fromHeight || isBeyondHorizon(eyeEcef, pinEcef)) return null;
  const at = project(pinEcef);
  if (!at || at.distance < SITE_PIN.nearestDistance) return null;
  // The tip of a pin is its point: its head may be visible while the point is just below the screen.
  const isOnScreen = at.x >= 0 && at.x <= screen.width && at.y >= 0 && at.y <= screen.height + SITE_PIN.sizePx;
  return isOnScreen ? { x: at.x, y: at.y, scale: pinScale(at.distance) } : null;
}
