/** Constants of the base map under the stage. The specification is silent; viewer choices. */
export const BASEMAP = {
  /** Camera height in metres from which views of the ground show a sphere: a plane would be off by pixels. */
  globeFromHeight: 20_000,
  /** Camera height in metres from which every view does, those of the horizon too. */
  globeAboveHeight: 80_000,
  /** The way back to the plane happens at this part of a height, so that a camera at the edge does not flicker. */
  globeHysteresis: 0.9,
} as const;
