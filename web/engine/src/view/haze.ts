/**
 * Haze over far ground. It depends on how far below the horizon the ground lies, for the map and for the model alike,
 * so that the edge of a model's ground blends into the map behind it.
 */

/** Red, green and blue at the horizon, 0 to 255; that of the sky there. */
export const HAZE_COLOR = [217, 223, 228] as const;

/** Ground this many degrees below the horizon is all haze, and from here down there is none. */
export const HAZE_FULL_DEG = 2.3;
export const HAZE_NONE_DEG = 10;
/** How quickly it thins out in between. */
export const HAZE_POWER = 2.8;

/**
 * Up to the first distance (metres) nothing has haze, at any angle of view; from the second distance on it has full haze. For a
 * higher camera the haze begins farther away anyway, and the edge of a site's ground must match that of the map.
 */
export function hazeClear(height: number): readonly [from: number, to: number] {
  const to = Math.max(120, 500 - 8 * Math.max(0, height));
  return [0.3 * to, to];
}

/** From here up the map is a globe, which ends by itself; haze fades out before. Metres above the ground. */
const GONE_FROM = 60_000;
const FADES_FROM = 15_000;

/** How much of the colour is haze, 0 to 1, on ground this many degrees below the horizon. */
export function hazeBelow(belowDeg: number): number {
  const thin = (HAZE_NONE_DEG - belowDeg) / (HAZE_NONE_DEG - HAZE_FULL_DEG);
  return Math.min(1, Math.max(0, thin)) ** HAZE_POWER;
}

/** How much of the haze there is at a camera height above the ground, metres: 1 near it, 0 from space. */
export const hazeDensity = (height: number): number =>
  Math.min(1, Math.max(0, (GONE_FROM - height) / (GONE_FROM - FADES_FROM)));
