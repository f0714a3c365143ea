/** What the importer and the viewer read at most: beyond it a file is damaged, or made to exhaust its reader. */

/** Features of a content, and rows of a batch or property table. */
export const FEATURES_LARGEST = 2 ** 24;

/** Composites in composites. */
export const COMPOSITE_DEPTH_LARGEST = 8;

/** Levels of an implicit tiling: with more, the coordinates of a tile overflow. */
export const IMPLICIT_LEVELS_LARGEST = 30;
