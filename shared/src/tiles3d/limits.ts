/** The most that the importer and the viewer read: a file with more is damaged, or made to exhaust its reader. */

/** Features of a content, and rows of a batch or property table. */
export const FEATURES_LARGEST = 2 ** 24;

/** Composites in composites. */
export const COMPOSITE_DEPTH_LARGEST = 8;

/** Levels of an implicit tiling: with more, the coordinates of a tile overflow. */
export const IMPLICIT_LEVELS_LARGEST = 30;

/** Components of an accessor (256 MiB of floats): an accessor without bytes may claim any number. */
export const COMPONENTS_LARGEST = 2 ** 26;
