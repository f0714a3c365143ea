import type { Fineness } from '../geometry/tessellate.ts';

/** What a level of detail shows. Level d has cells of 1024 / 2^d metres. */
export interface Detail extends Fineness {
  /** Parts thinner than this are left out, metres. */
  readonly leastThickness: number;
  /** The geometricError of a tile of this level that has children, metres. */
  readonly geometricError: number;
}

export const ROOT_SIDE = 1024;
export const DEEPEST = 6;

/**
 * The error is about sixteen times the size of the visible defect (a texel, or an omitted rod): at the usual
 * screen-space errors of 16 to 22 pixels, a level is refined when the defect reaches one or two pixels.
 */
const DETAILS: readonly Detail[] = [
  { tolerance: 1, longestEdge: 40, leastThickness: 1.9, geometricError: 40 },
  { tolerance: 0.5, longestEdge: 20, leastThickness: 1.1, geometricError: 20 },
  { tolerance: 0.2, longestEdge: 8, leastThickness: 0.35, geometricError: 10 },
  { tolerance: 0.08, longestEdge: 3.5, leastThickness: 0.06, geometricError: 5 },
  { tolerance: 0.03, longestEdge: 1.6, leastThickness: 0.045, geometricError: 2.5 },
  { tolerance: 0.015, longestEdge: 1, leastThickness: 0, geometricError: 1.2 },
];

const FINEST: Detail = { tolerance: 0.01, longestEdge: 0.8, leastThickness: 0, geometricError: 0.03 };

/** The detail of a tile: leaves show everything, at any size. */
export const detailOf = (level: number, isLeaf: boolean): Detail => (isLeaf ? FINEST : (DETAILS[level] ?? FINEST));

/** The same level with cells `factor` times as large. */
export const coarser = (detail: Detail, factor: number): Detail => ({
  ...detail,
  tolerance: detail.tolerance * factor,
  longestEdge: detail.longestEdge * factor,
});

/** Side of a level's cells, metres. */
export const cellSide = (level: number): number => ROOT_SIDE / 2 ** level;
