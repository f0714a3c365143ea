/** How many points a screen draws at most: by what the device is, or as many as are chosen here; null for as many as there are. */
export const POINT_BUDGETS = {
  /** Where the processor draws, and where the GPU has the memory of a phone. */
  light: 2_000_000,
  usual: 5_000_000,
} as const;

/** What a person may choose, in millions of points. */
export const POINT_BUDGET_CHOICES = ['auto', '1', '2', '5', '10', 'none'] as const;
export type PointBudgetChoice = (typeof POINT_BUDGET_CHOICES)[number];
