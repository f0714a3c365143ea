/** A surface hides a point when it is nearer by more than this many metres, and by this share of the distance. */
const HIDES_FROM_M = 0.05;
const HIDES_SHARE = 0.002;

/**
 * How much nearer than a point, `distanceM` away, a surface must be to hide it, metres. `errorMetres` is the likely error of
 * where the surface is, or of where the point is, the larger one.
 */
export const hidingGapM = (distanceM: number, errorMetres: number): number =>
  Math.max(HIDES_FROM_M, HIDES_SHARE * distanceM, errorMetres);
