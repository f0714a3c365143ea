/** How many points a screen draws at most: by what the device is, or as many as are chosen here. */
export const POINT_BUDGETS = {
  /** Where the processor draws, and where the GPU has the memory of a phone. */
  light: 2_000_000,
  usual: 5_000_000,
} as const;
