/**
 * Eye-dome lighting of point clouds. The specification has no figures for it; these were chosen by eye on the demo
 * plant: edges and pipes are visible, and ground seen at a flat angle keeps its colour.
 */
export const EDL = {
  /** Neighbours looked at around a pixel, in pairs across it: 4 favours upright and level edges, 16 shows no more than 8. */
  neighbours: 8,
  /** How far away they are in CSS pixels: about a point's diameter, so that they belong to other points than the pixel. */
  radiusPx: 2.5,
  /** Darkness for each time its own distance by which a pixel lies behind its neighbours: e^(−strength × share). */
  strength: 40,
  /** No pixel keeps less than this share of its light: edges stay outlines, and do not turn to black speckle. */
  darkest: 0.3,
} as const;
