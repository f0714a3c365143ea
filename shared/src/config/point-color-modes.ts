/**
 * The settings of how points are drawn. They are apart from the colours, because stored settings are read before
 * sign-in.
 */

/** What points are coloured by, in the order of the list. */
export const POINT_COLOR_MODES = ['scanned', 'height', 'intensity', 'classification', 'returnNumber'] as const;
export type PointColorMode = (typeof POINT_COLOR_MODES)[number];

/** Modes that go over a range of values; the others have one colour for each value. */
export const hasPointRange = (mode: PointColorMode): mode is 'height' | 'intensity' =>
  mode === 'height' || mode === 'intensity';

/** Eye-dome lighting of point clouds; 'auto' leaves it to the device. */
export const EYE_DOME_MODES = ['auto', 'on', 'off'] as const;
export type EyeDomeMode = (typeof EYE_DOME_MODES)[number];
