import { RAD_PER_DEG, type Vec3, normalize } from '@overlook/shared/maths';

/** Chosen for the picture and not by a date: the sun is behind the home view, to the left. Clockwise from north. */
const AZIMUTH_DEG = 240;
const ELEVATION_DEG = 39;

/** Unit vector towards the sun, ENU. */
export const SUN: Vec3 = normalize([
  Math.sin(AZIMUTH_DEG * RAD_PER_DEG) * Math.cos(ELEVATION_DEG * RAD_PER_DEG),
  Math.cos(AZIMUTH_DEG * RAD_PER_DEG) * Math.cos(ELEVATION_DEG * RAD_PER_DEG),
  Math.sin(ELEVATION_DEG * RAD_PER_DEG),
]);

/** Half the angle of the sun's disc, radians: twice the real one, which softens far shadows. */
export const SUN_RADIUS = 0.0093;

/** Linear radiance of the sun's light, the sky's and the ground's. */
export const SUN_LIGHT = [2.5, 2.3, 1.98] as const;
export const SKY_LIGHT = [0.52, 0.6, 0.72] as const;
export const BOUNCE_LIGHT = [0.46, 0.4, 0.31] as const;
