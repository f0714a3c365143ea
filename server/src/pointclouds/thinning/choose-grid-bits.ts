/** A count grid has at most 2^9 cells along a side of the root cube … */
const FINEST_BITS = 9;
/**
 * … and no more cells than this in all: estimates read each of them, and a browser downloads them. Scanned surfaces
 * have some 100,000; a cloud that fills space would have 134 million.
 */
const CELLS_MOST = 2 ** 22;

/** Points in each cell of a grid with 2^bits cells along a side of the root cube. */
export interface CountedCells {
  readonly bits: number;
  readonly counts: Uint32Array;
}

/** The count grid of a cloud has 2^(this number) cells along a side of the root cube. */
export function chooseGridBits(counted: CountedCells): number {
  for (let gridBits = FINEST_BITS; gridBits > 0; gridBits--)
    if (cellsMost(counted, gridBits) <= CELLS_MOST) return gridBits;
  return 0;
}

/** Most cells of a grid that can have points. */
function cellsMost({ bits, counts }: CountedCells, gridBits: number): number {
  const within = 8 ** Math.max(0, gridBits - bits);
  let cells = 0;
  for (let cell = 0; cell < counts.length; cell++) cells += Math.min(within, counts[cell]!);
  return cells;
}
