/** Corners of a volume's rim. */
export const RIM_CORNERS = { least: 3, most: 200 } as const;

/** Largest area of a rim, m²: over this, the exact points would take minutes. */
export const RIM_AREA_MOST_M2 = 250_000;

/** Side of the cells that a volume is summed over, metres. */
export const VOLUME_STEP_M = { least: 0.02, most: 20 } as const;

/** Standard error of heights that all points of a capture share, where nothing else is said, metres. */
export const HEIGHT_ERROR_M = 0.005;
