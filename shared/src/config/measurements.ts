/** Kinds of figures that people click on a model. */
export const FIGURE_KINDS = ['distance', 'height', 'area', 'plane', 'angle', 'target'] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

/** How many points a figure needs before it may be finished, and the number at which it is finished automatically. */
export const POINT_COUNTS: Readonly<Record<FigureKind, { readonly fewest: number; readonly most: number }>> = {
  distance: { fewest: 2, most: Infinity },
  height: { fewest: 2, most: 2 },
  area: { fewest: 3, most: Infinity },
  plane: { fewest: 4, most: 4 },
  angle: { fewest: 3, most: 3 },
  target: { fewest: 1, most: 1 },
};

/** Points of one saved figure at most. */
export const FIGURE_POINTS_MOST = 2000;
/** Saved measurements of one person at one site at most. */
export const SAVED_MEASUREMENTS_MOST = 5000;
/** Measurements that one call saves at most. */
export const SAVED_AT_ONCE_MOST = 200;
/** Fits and volumes among them: each reads exact points for a second or more. */
export const SAVED_FITS_AT_ONCE_MOST = 20;
/** Folders one below another at most; a path has slashes between their names. */
export const FOLDER_DEPTH_MOST = 3;
/** A measurement that is computed again agrees where it differs by less, metres. */
export const AGREEMENT_M = 0.0001;
