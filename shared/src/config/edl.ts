/**
 * Eye-dome lighting of point clouds. The specification has no figures for it; these were chosen by eye on the demo
 * plant: edges and pipes are visible, and ground seen at a flat angle keeps its colour.
 */
export const EDL = {
  /** Neighbours looked at around a pixel, in pairs across it, in each ring: 4 favours upright and level edges, 16 shows no more than 8. */
  neighbours: 8,
  /**
   * Rings of neighbours: how far away they are in CSS pixels, and the darkness for each time its own distance by which a pixel lies
   * behind them: e^(−strength × share). The near ring draws thin things, the far one the shape of what is large.
   */
  rings: [
    { radiusPx: 1, strength: 10 },
    { radiusPx: 3.5, strength: 20 },
  ],
  /** No pixel keeps less than this share of its light: edges stay outlines, and do not turn to black speckle. */
  darkest: 0.3,
} as const;
