/** Cross-sections through the point cloud (interface brief §10 "Profile"): metres. */
export const PROFILE = {
  thicknessDefaultM: 2,
  thicknessLeastM: 0.05,
  /** The interface brief allows 20; decision 0027 says why it is less. */
  thicknessMostM: 5,
  thicknessStepM: 0.05,
  /** A line shorter than this shows nothing. */
  lengthLeastM: 0.1,
  /** Points that a profile reads at most: 2 million are 34 MB. */
  pointsMost: 2_000_000,
  /** Tiles that a profile reads at most, so that reading a long line over a large site ends too. */
  tilesMost: 4000,
  /** Tiles that are fetched at once, beside those of the stages. */
  requestsMost: 4,
  /** Height of the strip under the stage, CSS pixels, at least, and at most as a share of the window. */
  stripPx: 332,
  stripLeastPx: 200,
  stripMostShare: 0.6,
  /** How many times larger than lengths heights may be drawn; measured values do not change. */
  exaggerations: [1, 2, 5, 10],
  /** Drawings are in millimetres of paper at 1 to this. */
  drawingScale: 100,
  /** Most points of a drawing: with more, points are left out evenly. */
  drawingPointsMost: 250_000,
} as const;

export const PROFILE_COLORS = ['scanned', 'height', 'distance', 'class'] as const;
/** Colour modes of the points of a profile. */
export type ProfileColor = (typeof PROFILE_COLORS)[number];
