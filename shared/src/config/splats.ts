/**
 * How large and of which shape points are drawn. The specification has only a diameter for each quality, which is the least
 * one here; the rest was chosen by eye and by the share of holes on the demo plant.
 */
export const SPLATS = {
  /** Diameter in distances between the points of a tile: √2 closes a square grid, randomly placed points need more. */
  diameterInSpacings: 2,
  /** How far the middle of a disc is in front of its rim, in radii: with more, surfaces look like cobbles. */
  bulge: 0.4,
  /** Largest diameter, CSS pixels: what lies farther apart is not one surface any more. */
  mostPx: 40,
  /** A gap between points is closed where points lie within this many CSS pixels in all eight directions. */
  gapPx: 3,
} as const;
