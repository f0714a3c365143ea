/** How many points a screen draws at most: by the kind of device, or as many as are chosen here. */
export const POINT_BUDGETS = {
  /** With software rendering, and with a GPU that has the memory of a phone. */
  light: 2_000_000,
  usual: 5_000_000,
  /** Maximum Quality multiplies both. */
  qualityFactor: 2,
} as const;
