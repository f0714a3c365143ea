/** A nominal size of steel pipes. */
export interface PipeSize {
  /** Nominal diameter (ISO 6708), a name more than a length. */
  readonly dn: number;
  /** Nominal size in inches (ASME B36.10M). */
  readonly nps: string;
  readonly outsideMm: number;
}

/** Outside diameters of EN 10220, series 1, and ASME B36.10M, which agree to 0.4 % for these. */
const PIPE_SIZES: readonly PipeSize[] = (
  [
    [10, '3/8', 17.2],
    [15, '1/2', 21.3],
    [20, '3/4', 26.9],
    [25, '1', 33.7],
    [32, '1 1/4', 42.4],
    [40, '1 1/2', 48.3],
    [50, '2', 60.3],
    [65, '2 1/2', 76.1],
    [80, '3', 88.9],
    [100, '4', 114.3],
    [125, '5', 139.7],
    [150, '6', 168.3],
    [200, '8', 219.1],
    [250, '10', 273],
    [300, '12', 323.9],
    [350, '14', 355.6],
    [400, '16', 406.4],
    [450, '18', 457],
    [500, '20', 508],
    [600, '24', 610],
    [700, '28', 711],
    [750, '30', 762],
    [800, '32', 813],
    [900, '36', 914],
    [1000, '40', 1016],
    [1050, '42', 1067],
    [1200, '48', 1219],
    [1400, '56', 1422],
    [1600, '64', 1626],
    [1800, '72', 1829],
    [2000, '80', 2032],
  ] as const
).map(([dn, nps, outsideMm]) => ({ dn, nps, outsideMm }));

/** Makers may deviate from the outside diameter by this share of it (EN 10216, EN 10217). */
const MAKERS_SHARE = 0.01;

/**
 * The sizes whose outside diameter, as makers may deviate from it, meets an interval: none, one, or several that cannot be told apart.
 */
export const pipeSizesWithin = (diameterM: number, halfWidth95M: number): PipeSize[] =>
  PIPE_SIZES.filter(
    ({ outsideMm }) =>
      Math.abs(diameterM - outsideMm / 1000) <= halfWidth95M + Math.min(0.002, (MAKERS_SHARE * outsideMm) / 1000),
  );
