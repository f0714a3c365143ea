import { invertAffine, multiply, type Mat4 } from '../maths/matrix.ts';
import type { ExportBox } from '../schemas/export.ts';
import type { Vec3 } from '../maths/vector.ts';
import type { CountGrid } from './count-grid.ts';
import { boxTest } from './export-box.ts';
import { rowStartsOf, totalOf } from './grid-tables.ts';

/** Points that an export has. 95 of 100 boxes hold between `low` and `high`; measured in the test beside this file. */
export interface PointEstimate {
  readonly points: number;
  readonly low: number;
  readonly high: number;
}

/** Samples along a side of a cell that a face of the box cuts. */
const SAMPLES = 3;

/**
 * How many points of the cloud an export of `box` at `density` (one of the grid's, metres) has: cells inside count whole,
 * cells that a face cuts by the share of 3³ samples inside. Throws `RangeError` for another density.
 */
export function estimatePoints(grid: CountGrid, box: ExportBox, density: number): PointEstimate {
  const column = grid.densities.indexOf(density);
  if (column === -1) throw new RangeError(`The cloud is not offered at ${density} m.`);
  const counts = grid.counts[column]!;
  const { ecefToBox, half } = boxTest(box);
  const grown = grownSide(grid, column);
  const halfGrown: Vec3 = [half[0] + grown, half[1] + grown, half[2] + grown];
  const sums = sumCells(grid, counts, multiply(ecefToBox, invertAffine(grid.ecefToCell)), halfGrown);
  const { held, levelHeld, levelLeft, doubt, doubtSquares } = sums;
  const points = sums.inside + held;
  const deviation = 3 * Math.sqrt(doubtSquares) + DOUBT_IN_COMMON * doubt + THINNING_ERROR * points;
  return {
    points: Math.round(points),
    low: Math.round(Math.max(0, points - levelHeld - deviation)),
    high: Math.round(points + levelLeft + deviation),
  };
}

interface CellSums {
  /** Points of cells that are inside as a whole. */
  inside: number;
  /** Shares of cells that a face cuts. */
  held: number;
  /** Shares of cells that the bottom or the top cuts, and the remaining shares of these cells. */
  levelHeld: number;
  levelLeft: number;
  doubt: number;
  doubtSquares: number;
}

/**
 * Goes through the rows of cells along x: on a row the box begins and ends once, so that cells outside are skipped, and
 * those inside are only added. `m` converts from cells to the axes of the box, whose half sides `half` are metres.
 */
function sumCells(grid: CountGrid, counts: Uint32Array, m: Mat4, half: Vec3): CellSums {
  const sums: CellSums = { inside: 0, held: 0, levelHeld: 0, levelLeft: 0, doubt: 0, doubtSquares: 0 };
  // Half of a cell's extent along the box's axes.
  const reach: Vec3 = [extent(m, 0), extent(m, 1), extent(m, 2)];
  const starts = rowStartsOf(grid);
  const offset: Vec3 = [0, 0, 0];
  const samples = [sampleOffsets(m, 0), sampleOffsets(m, 1), sampleOffsets(m, 2)] as const;
  const place = { m, offset, half, reach, samples };
  const cut = (from: number, to: number) => {
    for (let cell = from; cell < to; cell++) addCut(sums, counts[cell]!, grid.x[cell]! + 0.5, place);
  };
  for (let row = 0; row + 1 < starts.length; row++) {
    const [start, end] = [starts[row]!, starts[row + 1]!];
    const [cy, cz] = [grid.y[start]! + 0.5, grid.z[start]! + 0.5];
    for (let axis = 0; axis < 3; axis++) offset[axis] = m[4 + axis]! * cy + m[8 + axis]! * cz + m[12 + axis]!;
    const [low, high] = within(place, 1);
    if (low > high) continue;
    const first = firstFrom(grid.x, low - 0.5, start, end);
    const last = firstFrom(grid.x, high - 0.5 + LEAST_APART, first, end);
    if (first === last) continue;
    const [insideLow, insideHigh] = within(place, -1);
    const insideFirst = insideLow > insideHigh ? last : firstFrom(grid.x, insideLow - 0.5, first, last);
    const insideLast =
      insideLow > insideHigh ? last : firstFrom(grid.x, insideHigh - 0.5 + LEAST_APART, insideFirst, last);
    cut(first, insideFirst);
    for (let cell = insideFirst; cell < insideLast; cell++) sums.inside += counts[cell]!;
    cut(insideLast, last);
  }
  return sums;
}

/** Includes the upper end of an interval of whole cells. */
const LEAST_APART = 1e-9;

/**
 * The interval on a row of the centres of cells that the box touches (`sign` 1) or contains wholly (−1), as coordinates
 * of x; empty where low is above high.
 */
function within({ m, offset, half, reach }: RowPlace, sign: 1 | -1): [low: number, high: number] {
  let [low, high] = [-Infinity, Infinity];
  for (let axis = 0; axis < 3; axis++) {
    const most = half[axis]! + sign * reach[axis]!;
    const [slope, at] = [m[axis]!, offset[axis]!];
    if (most < 0) return [1, 0];
    if (Math.abs(slope) < SLOPE_LEAST) {
      if (Math.abs(at) > most) return [1, 0];
      continue;
    }
    const [one, other] = [(-most - at) / slope, (most - at) / slope];
    low = Math.max(low, Math.min(one, other));
    high = Math.min(high, Math.max(one, other));
  }
  return [low, high];
}

/** Metres a cell: below this an axis of the box is at right angles to the row. */
const SLOPE_LEAST = 1e-9;

/** The first of the ascending numbers `from` … `to` that is at least `least`; `to` where none is. */
function firstFrom(numbers: Uint16Array, least: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A row of cells and the box: `offset` is where the row begins in the box's axes. */
interface RowPlace {
  readonly m: Mat4;
  readonly offset: Vec3;
  readonly half: Vec3;
  readonly reach: Vec3;
  readonly samples: readonly [Float64Array, Float64Array, Float64Array];
}

/** Adds a cell that a face may cut, by the share of its samples inside. */
function addCut(sums: CellSums, count: number, cx: number, place: RowPlace): void {
  const { m, offset, half, reach } = place;
  const z = m[2] * cx + offset[2];
  const share = shareInside(m[0] * cx + offset[0], m[1] * cx + offset[1], z, place);
  sums.held += count * share;
  if (Math.abs(z) - half[2] > -reach[2]) {
    sums.levelHeld += count * share;
    sums.levelLeft += count * (1 - share);
    return;
  }
  const unsure = count * Math.max(0.02, Math.min(share, 1 - share));
  sums.doubt += unsure;
  sums.doubtSquares += unsure * unsure;
}

/**
 * Where a surface lies along a face, the errors of the cells that this face cuts are correlated: this share of their
 * uncertainty is added up, not averaged. Floors lie along the bottom and the top of a box, and are wholly inside or
 * outside: cells cut by these two faces are wholly uncertain.
 */
const DOUBT_IN_COMMON = 0.4;
/** Voxels that a face cuts are counted in the cell of their first point. */
const THINNING_ERROR = 0.005;

/**
 * Metres by which a thinned export reaches over each face: a voxel that a face cuts has a point in the export where any of
 * its points is inside, although the grid counts it on one side only. With n points a voxel that is (n − 1) / 2(n + 1)
 * of its side.
 */
function grownSide(grid: CountGrid, column: number): number {
  const pointsAVoxel = column === 0 ? 1 : totalOf(grid, 0) / Math.max(1, totalOf(grid, column));
  return (grid.densities[column]! * (pointsAVoxel - 1)) / (2 * (pointsAVoxel + 1));
}

const extent = (m: Mat4, row: number): number =>
  (Math.abs(m[row]!) + Math.abs(m[4 + row]!) + Math.abs(m[8 + row]!)) / 2;

/** Where the 3³ samples of a cell are from its middle, along an axis of the box. */
const sampleOffsets = (m: Mat4, axis: number): Float64Array =>
  Float64Array.from({ length: SAMPLES ** 3 }, (_, sample) => {
    const at = (step: number) => ((Math.floor(sample / step) % SAMPLES) + 0.5) / SAMPLES - 0.5;
    return at(1) * m[axis]! + at(SAMPLES) * m[4 + axis]! + at(SAMPLES ** 2) * m[8 + axis]!;
  });

/** The share of the samples of a cell with its middle at x, y, z (in the box's axes) that are in the box. */
function shareInside(x: number, y: number, z: number, { half, reach, samples }: RowPlace): number {
  const [sx, sy, sz] = samples;
  const [hx, hy, hz] = half;
  // Most cells are cut by one face: axes without a near face need no check of each sample.
  const [isX, isY, isZ] = [Math.abs(x) + reach[0] > hx, Math.abs(y) + reach[1] > hy, Math.abs(z) + reach[2] > hz];
  let held = 0;
  for (let i = 0; i < sx.length; i++) {
    if (isX && Math.abs(x + sx[i]!) > hx) continue;
    if (isY && Math.abs(y + sy[i]!) > hy) continue;
    if (isZ && Math.abs(z + sz[i]!) > hz) continue;
    held++;
  }
  return held / SAMPLES ** 3;
}
