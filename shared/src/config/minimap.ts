/**
 * The map in the corner of a screen. The figures of specification §9 "Minimap" are marked; the others are viewer choices.
 * Zooms are those of map tiles of 256 pixels, as the specification means them: at 17 a pixel is 1.2 m at the equator.
 */
export const MINIMAP = {
  /** The map reaches this far from the site, degrees to all four sides. Specification §9. */
  reachDeg: 0.02,
  /** The zoom that follows the camera is this less the logarithm of its height in metres, at most `followZoomMost`. §9. */
  followZoomAtOneMetre: 22,
  followZoomMost: 17,
  /** The map shows nothing nearer than this. Specification §9. */
  maxZoom: 20,
  /**
   * Deepest zoom that has tiles, for sites that name no other; at deeper zooms these tiles are enlarged. Specification
   * §9.
   */
  maxNativeZoomDefault: 18,
  /** Zoom of the map while there is no site. Specification §9. */
  emptyZoom: 2,
  /**
   * For a camera that looks down more steeply than this the map shows the area in view, for any other its position. §9.
   */
  footprintBelowPitchDeg: -45,
  /**
   * While the camera looks down, the part of its view within this many camera heights stays in the map; farther corners
   * are cut off.
   */
  footprintKeptHeights: 2.5,
  /** Space between that part and the edge of the map, as a share of the map's side. */
  footprintMargin: 0.06,
  /** Longest bar of its own scale, CSS pixels. */
  scaleLongestPx: 64,
  /** For a site without a plan the map shows this much ground on each side of its origin, metres. */
  fitReach: 200,
  /** The map follows the camera at most this often, milliseconds. */
  followEveryMs: 100,
} as const;

/** Pins of the sites on the globe. Specification §9 "Display and UI"; the nearest distance is a viewer choice. */
export const SITE_PIN = {
  /** Edge of a pin at full size, CSS pixels. */
  sizePx: 30,
  /** Up to this many metres away a pin has its full size; from there it shrinks evenly with the distance … */
  fullSizeDistance: 500_000,
  /** … to this scale at this many metres, and no further. */
  leastScale: 0.6,
  leastScaleDistance: 10_000_000,
  /** Pins nearer than this to each other are one that names its sites, CSS pixels. */
  overlapPx: 14,
  /** Nearer than this, in metres, the site itself can be seen and its pin would only hide it. */
  nearestDistance: 5000,
  /**
   * A camera lower than this above the ellipsoid, in metres, looks at a plant and not at a globe: no pins are drawn in
   * the sky.
   */
  fromHeight: 3000,
} as const;

/** The scale bar of a screen. */
export const SCALE_BAR = {
  /** Longest bar in CSS pixels. */
  longestPx: 96,
  /** Shortest time between two readings, milliseconds. */
  everyMs: 100,
} as const;
