/**
 * Eye-dome lighting of point clouds. The specification has no figures for it; these were chosen by eye on the demo
 * plant: edges and pipes are visible, and ground seen at a flat angle keeps its colour.
 */
export const EDL = {
  /**
   * Neighbours looked at around a pixel, in pairs across it, in each ring: 4 favour upright and level edges, and 16
   * show nothing that 8 do not show.
   */
  neighbours: 8,
  /**
   * Rings of neighbours: their distance in CSS pixels, and how strongly a pixel is darkened that lies behind them, per
   * depth difference relative to its own distance: e^(−strength × relative difference). The near ring draws thin
   * things, the far one the shape of what is large.
   */
  rings: [
    { radiusPx: 1, strength: 10 },
    { radiusPx: 3.5, strength: 20 },
  ],
  /** No pixel keeps less than this share of its light: so edges are outlines and not black speckle. */
  darkest: 0.3,
} as const;
