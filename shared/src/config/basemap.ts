/** Constants of the base map under the stage. The specification gives no figures; these are choices of the viewer. */
export const BASEMAP = {
  /** Land of the built-in world, and plain ground near a site. */
  landColor: '#b6a37f',
  /** Camera height in metres from which views of the ground show a sphere: a plane would be off by pixels. */
  globeFromHeight: 20_000,
  /** Camera height in metres from which all views show a sphere, those of the horizon included. */
  globeAboveHeight: 80_000,
  /**
   * How much of the site's plan shows through the ground where there is no imagery: the plan lies under a model and
   * does not replace it.
   */
  planOpacity: 0.55,
  /**
   * Between these zooms the built-in world changes to plain ground: its coasts are exact to kilometres only, so nearer
   * than that it cannot tell land from water.
   */
  worldEndsAtZoom: [9, 11],
  /**
   * The sphere changes back to the plane at this share of the height, so that a camera at the edge does not flicker.
   */
  globeHysteresis: 0.9,
} as const;
