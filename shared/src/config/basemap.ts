/** Constants of the base map under the stage. The specification is silent; viewer choices. */
export const BASEMAP = {
  /** Land of the built-in world, and plain ground near a site. */
  landColor: '#b6a37f',
  /** Camera height in metres from which views of the ground show a sphere: a plane would be off by pixels. */
  globeFromHeight: 20_000,
  /** Camera height in metres from which every view does, those of the horizon too. */
  globeAboveHeight: 80_000,
  /** How much of the site's plan shows through the ground where there is no imagery: under a model, not in its place. */
  planOpacity: 0.55,
  /**
   * Zooms between which the built-in world gives way to plain ground: its coasts are true to kilometres, so nearer than
   * that it cannot say what is water.
   */
  worldEndsAtZoom: [9, 11],
  /** The way back to the plane happens at this part of a height, so that a camera at the edge does not flicker. */
  globeHysteresis: 0.9,
} as const;
