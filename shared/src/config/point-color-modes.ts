/**
 * The settings of how points are drawn. They are apart from the colours, because stored settings are read before
 * sign-in.
 */

/** What points are coloured by, in the order of the list. */
export const POINT_COLOR_MODES = ['scanned', 'height', 'intensity', 'classification', 'returnNumber'] as const;
export type PointColorMode = (typeof POINT_COLOR_MODES)[number];

/** What points without colours are coloured by in the mode 'scanned', the first that differs between them. */
export const BARE_MODES = ['intensity', 'classification', 'height'] as const;
export type BareMode = (typeof BARE_MODES)[number];

/** ASPRS: 0 and 1 are points that were not classified. */
const LAST_UNCLASSIFIED = 1;

/** Whether classes differ between points. */
export const doClassesTell = (codes: Iterable<number>): boolean =>
  new Set(Array.from(codes, (code) => Math.max(code, LAST_UNCLASSIFIED))).size > 1;

/** Modes that go over a range of values; the others have one colour for each value. */
export const hasPointRange = (mode: PointColorMode): mode is 'height' | 'intensity' =>
  mode === 'height' || mode === 'intensity';

/** Eye-dome lighting of point clouds; 'auto' leaves it to the device. */
export const EYE_DOME_MODES = ['auto', 'on', 'off'] as const;
export type EyeDomeMode = (typeof EYE_DOME_MODES)[number];
