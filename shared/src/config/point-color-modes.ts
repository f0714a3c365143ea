/** What points can be coloured by. Apart from the colours, because stored settings are read before sign-in. */

/** What points are coloured by, in the order of the list. */
export const POINT_COLOR_MODES = ['scanned', 'height', 'intensity', 'classification', 'returnNumber'] as const;
export type PointColorMode = (typeof POINT_COLOR_MODES)[number];

/** Modes that go over a range of values; the others have a colour a value. */
export const hasPointRange = (mode: PointColorMode): mode is 'height' | 'intensity' =>
  mode === 'height' || mode === 'intensity';
