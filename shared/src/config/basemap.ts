/** Constants of the base map under the stage. The specification is silent; viewer choices. */
export const BASEMAP = {
  /** Camera height in metres from which the map is a globe; below it mercator, which also draws the ground near by. */
  globeFromHeight: 80_000,
  /** The way back happens this much lower, so that a camera at the edge does not switch every frame. */
  globeHysteresis: 0.9,
} as const;
