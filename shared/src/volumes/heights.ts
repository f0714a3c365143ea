import type { Cells } from './cells.ts';

/** Points in a level frame, metres: east, north and height above the level surface through the frame's origin. */
export interface HeightPoints {
  readonly eastM: Float32Array;
  readonly northM: Float32Array;
  readonly upM: Float32Array;
  readonly count: number;
}

/** A surface over cells: one height a cell, at the middle of its part in the ring. */
export interface Heights {
  /** NaN where nothing was seen. */
  readonly upM: Float64Array;
  /** Standard error of each height by the points' noise. */
  readonly sigmaM: Float64Array;
  /** Points of each cell; 0 where the height is taken from neighbours. */
  readonly points: Uint32Array;
  /** 1 where a cell's points lie at several heights: walls, pipes, overhangs. */
  readonly isSteep: Uint8Array;
}

/** Fewer points say nothing of their own spread. */
const POINTS_OF_SPREAD = 4;
/** Standard error of a median in those of a mean, for normal deviates. */
const MEDIAN_FACTOR = Math.sqrt(Math.PI / 2);
/** Share of a cell's points that is left out at either end, so that single birds and reflections do not count. */
const TRIMMED = 0.05;
/** Points of a cell at heights farther apart, after its slope is taken out, belong to more than one surface. */
const STEEP_M = 0.3;

/**
 * The mean height of the points of each cell, all of which lie in the ring; where they lie at several heights, the median. The slope between the neighbouring cells is taken out first, so that it does not matter
 * where in a cell its points lie. Cells without points have NaN.
 */
export function heightsOver(cells: Cells, points: HeightPoints): Heights {
  const { starts, order } = sortIntoCells(cells, points);
  const count = cells.columns * cells.rows;
  const scratch = new Float64Array(order.length);
  const medians = new Float64Array(count).fill(Number.NaN);
  for (let cell = 0; cell < count; cell++) {
    const own = gather(scratch, order, starts, cell, (point) => points.upM[point]!);
    if (own.length > 0) medians[cell] = medianOf(own.sort());
  }
  const made: Heights = {
    upM: new Float64Array(count).fill(Number.NaN),
    sigmaM: new Float64Array(count),
    points: new Uint32Array(count),
    isSteep: new Uint8Array(count),
  };
  const spreads = new Float64Array(count).fill(Number.NaN);
  for (let cell = 0; cell < count; cell++) {
    const [slopeEast, slopeNorth] = slopeAt(cells, medians, cell);
    const [east, north] = [cells.eastM[cell]!, cells.northM[cell]!];
    const own = gather(
      scratch,
      order,
      starts,
      cell,
      (point) =>
        points.upM[point]! - slopeEast * (points.eastM[point]! - east) - slopeNorth * (points.northM[point]! - north),
    );
    if (own.length === 0) continue;
    own.sort();
    const kept = own.subarray(Math.floor(TRIMMED * own.length), Math.ceil((1 - TRIMMED) * own.length));
    const isSteep = kept.at(-1)! - kept[0]! > STEEP_M;
    made.points[cell] = own.length;
    made.isSteep[cell] = isSteep ? 1 : 0;
    made.upM[cell] = isSteep ? medianOf(own) : meanOf(kept);
    if (own.length >= POINTS_OF_SPREAD) spreads[cell] = (isSteep ? MEDIAN_FACTOR : 1) * spreadOf(own);
  }
  const known = spreads.filter((spread) => !Number.isNaN(spread)).sort();
  const usual = known.length > 0 ? medianOf(known) : Number.NaN;
  for (let cell = 0; cell < count; cell++) {
    const { [cell]: own } = made.points;
    const spread = Number.isNaN(spreads[cell]!) ? usual : spreads[cell]!;
    if (own! > 0) made.sigmaM[cell] = spread / Math.sqrt(own!);
  }
  return made;
}

/** The points of each cell in a row: those of cell c are `order[starts[c]…starts[c + 1]]`. Points beside the cells are left out. */
function sortIntoCells(
  { westM, southM, stepM, columns, rows, insideM2 }: Cells,
  { eastM, northM, count }: HeightPoints,
): { starts: Uint32Array; order: Uint32Array } {
  const cellOf = new Int32Array(count);
  const starts = new Uint32Array(columns * rows + 1);
  for (let point = 0; point < count; point++) {
    const column = Math.floor((eastM[point]! - westM) / stepM);
    const row = Math.floor((northM[point]! - southM) / stepM);
    const cell = row * columns + column;
    const isOver = column >= 0 && row >= 0 && column < columns && row < rows && insideM2[cell]! > 0;
    cellOf[point] = isOver ? cell : -1;
    if (cellOf[point]! >= 0) starts[cellOf[point]! + 1]!++;
  }
  for (let cell = 0; cell < columns * rows; cell++) starts[cell + 1]! += starts[cell]!;
  const order = new Uint32Array(starts[columns * rows]!);
  const next = starts.slice();
  for (let point = 0; point < count; point++) if (cellOf[point]! >= 0) order[next[cellOf[point]!]!++] = point;
  return { starts, order };
}

function gather(
  scratch: Float64Array,
  order: Uint32Array,
  starts: Uint32Array,
  cell: number,
  heightOf: (point: number) => number,
): Float64Array {
  const from = starts[cell]!;
  const own = scratch.subarray(0, starts[cell + 1]! - from);
  for (let i = 0; i < own.length; i++) own[i] = heightOf(order[from + i]!);
  return own;
}

const medianOf = (sorted: Float64Array): number =>
  (sorted[(sorted.length - 1) >>> 1]! + sorted[sorted.length >>> 1]!) / 2;

function meanOf(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total / values.length;
}

/** Standard deviation. */
function spreadOf(values: Float64Array): number {
  const mean = meanOf(values);
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}

/**
 * Rise a metre to the east and to the north: on each axis the gentler one of those to both neighbours, so that a wall beside a cell does not
 * count as its slope.
 */
function slopeAt({ stepM, columns, rows }: Cells, upM: Float64Array, cell: number): [number, number] {
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  const rise = (from: number, to: number) => (upM[to]! - upM[from]!) / stepM;
  return [
    gentler(column > 0 ? rise(cell - 1, cell) : Number.NaN, column + 1 < columns ? rise(cell, cell + 1) : Number.NaN),
    gentler(
      row > 0 ? rise(cell - columns, cell) : Number.NaN,
      row + 1 < rows ? rise(cell, cell + columns) : Number.NaN,
    ),
  ];
}

/** The slope nearer to level, level where they rise to different sides; the other one where one is unknown, and level where both are. */
function gentler(a: number, b: number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : b;
  if (Number.isNaN(b)) return a;
  return a * b <= 0 ? 0 : Math.sign(a) * Math.min(Math.abs(a), Math.abs(b));
}
