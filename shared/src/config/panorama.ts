/** The sphere of a panorama (specification §9): metres, degrees. */
export const PANORAMA = {
  radiusM: 500,
  fovLeastDeg: 20,
  fovMostDeg: 120,
  fovDefaultDeg: 75,
  pitchMostDeg: 85,
  /** Side of a tile, pixels; each level has twice the width of the previous one. */
  tilePx: 512,
  /** A panorama wider than this has tiles, pixels. */
  tiledFromPx: 4096,
} as const;
