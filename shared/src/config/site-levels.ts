/** Named floors of a site and slices of a plan: metres. */
export const LEVELS = {
  /** Floors that a site has at most. */
  most: 100,
  nameLongest: 80,
  /** Heights above the ellipsoid that a floor may have, up and down. */
  heightMostM: 20_000,
  /** A slice is at least as thick. */
  thicknessLeastM: 0.05,
  stepM: 0.05,
  /** The first slice of a site without floors: heights above its ground point, with the ground in it. */
  first: { fromM: -0.5, toM: 3 },
} as const;
