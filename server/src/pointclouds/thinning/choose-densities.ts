/** Point spacings that exports can be offered with, metres. */
const FINEST_M = 0.0025;
const SPACINGS_M = [FINEST_M, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
const OFFERED_MOST = 5;
/** This share of the points, those in the densest parts of a cloud, is ignored. */
const DENSEST_SHARE = 0.1;

export interface DensityFacts {
  /** A unit of the cloud's grid, metres: the coarsest of the axes. */
  readonly unitM: number;
  /** Side of the cells that were counted, metres. */
  readonly cellM: number;
  /** Points in each cell; cells without points may be among them. */
  readonly counts: Uint32Array;
}

/**
 * Densities that a cloud is offered at, metres, ascending, so that the finest is the default: every point, or one in 2.5 mm for
 * clouds that are denser than that, then spacings that make the files smaller.
 */
export function chooseDensities(facts: DensityFacts): number[] {
  const spacing = fineSpacing(facts);
  const finest = spacing < FINEST_M && facts.unitM < FINEST_M ? FINEST_M : firstDigit(facts.unitM);
  const coarser = SPACINGS_M.filter((one) => one > finest && one >= spacing / 2);
  return [finest, ...coarser.slice(0, OFFERED_MOST - 1)];
}

/** The spacing below which a tenth of the points lie, metres, where points lie on surfaces through the cells. */
function fineSpacing({ cellM, counts }: DensityFacts): number {
  const filled = counts.filter((count) => count > 0).sort();
  const all = filled.reduce((sum, count) => sum + count, 0);
  let left = all * DENSEST_SHARE;
  for (let cell = filled.length - 1; cell >= 0; cell--) {
    left -= filled[cell]!;
    if (left <= 0) return cellM / Math.sqrt(filled[cell]!);
  }
  return cellM;
}

/** The number cut off after its first digit, so that labels are short: 0.0003048 is 0.0003. Never larger than the number. */
function firstDigit(value: number): number {
  const rounded = Number(value.toPrecision(1));
  return rounded <= value ? rounded : Number((rounded - 10 ** Math.floor(Math.log10(value))).toPrecision(1));
}
