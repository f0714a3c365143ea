/** Point spacings that exports can be offered with beside that of the cloud itself, metres. */
const SPACINGS_M = [0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
const OFFERED_MOST = 5;
/** A spacing that is offered is at least this many times that of the cloud: nearer ones leave out hardly a point. */
const COARSER_LEAST = 1.4;
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
 * Densities that a cloud is offered at, metres, ascending. The first, the default, is the spacing of the points themselves in the
 * denser parts of the cloud, and stands for every point; the others are coarser and make files smaller.
 */
export function chooseDensities(facts: DensityFacts): number[] {
  const finest = Number(Math.max(facts.unitM, fineSpacing(facts)).toPrecision(2));
  const coarser = SPACINGS_M.filter((one) => one >= COARSER_LEAST * finest);
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
