/** The colours of points in the viewer; the specification has no figures for it. Colours of classes: point-classes.ts. */

/**
 * Colours of heights, lowest first, evenly spaced; between them they are mixed. Lightness rises along the ramp, so that it
 * reads in grey and with any colour vision.
 */
export const HEIGHT_RAMP = [
  '#2a1650',
  '#343a80',
  '#2b6390',
  '#228992',
  '#3bad83',
  '#7cca66',
  '#c3e04f',
  '#fbf06a',
] as const;

/** Colours of intensities, lowest first: black would hide the shape of points. */
export const INTENSITY_RAMP = ['#3c3c3c', '#ffffff'] as const;

/**
 * The share of the values at either end that an automatic range leaves out: stray points would flatten the contrast.
 */
export const RANGE_TAIL = 0.01;

/** A local file that is shown in the browser: most points, and points of one draw call. */
export const LOCAL_CLOUD = { pointsMost: 3_000_000, piecePoints: 100_000 } as const;

/** Most metres between a site and a file of the user that is shown with it: farther away, the camera is not upright in the frame of the site. */
export const OWN_FILE_FARTHEST_M = 1_000_000;

/** Bars of the histogram of a range. */
export const HISTOGRAM_BARS = 64;

/** Colours of points without a return number, of the first six returns, and of all after them. */
const RETURN_COLORS = ['#8c8c8c', '#e0a526', '#4fa8dc', '#2fa87c', '#d9633b', '#b07cd0', '#f2e36b', '#e58ab8'] as const;

/** Colour of a return; files that do not number returns have 0. */
export const returnColor = (returnNumber: number): string =>
  RETURN_COLORS[Math.min(returnNumber, RETURN_COLORS.length - 1)]!;
