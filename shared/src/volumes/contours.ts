import { mix, type Vec3 } from '../maths/index.ts';
import type { Cells } from './cells.ts';

/** A closed line of equal height over the cells. What is farther from zero than `levelM` lies on its left. */
export interface Contour {
  readonly levelM: number;
  /** East, north and height of the surface in the frame of the cells. */
  readonly line: readonly Vec3[];
}

/** At most this many levels on each side of zero. */
const LEVELS_MOST = 10;
/** Loops of fewer corners surround a cell or two, and are noise. */
const CORNERS_LEAST = 7;
/** Corners of all loops: a page draws them anew in each frame. */
const CORNERS_MOST = 30_000;

/**
 * Lines on a surface, at round levels above and below its base, without the base itself. `aboveM`: height of each cell above the base, `upM`:
 * in the frame. Levels are not nearer than `leastM`. Cells without a height end the lines. Of a rough surface, such as plants, the shortest lines
 * are left out.
 */
export function contoursOf(
  cells: Cells,
  { aboveM, upM, leastM }: { aboveM: Float64Array; upM: Float64Array; leastM: number },
): Contour[] {
  let [lowest, highest] = [0, 0];
  for (const above of aboveM) {
    if (above < lowest) lowest = above;
    if (above > highest) highest = above;
  }
  const intervalM = roundInterval(Math.max(highest / LEVELS_MOST, -lowest / LEVELS_MOST, leastM));
  const contours: Contour[] = [];
  for (const sign of [1, -1]) {
    const most = sign > 0 ? highest : -lowest;
    for (let step = 1; step * intervalM < most; step++) {
      const levelM = step * intervalM;
      for (const line of loopsAt(cells, upM, (cell) => sign * aboveM[cell]! - levelM))
        if (line.length >= CORNERS_LEAST) contours.push({ levelM: sign * levelM, line });
    }
  }
  return longest(contours);
}

/** The longest lines that have at most so many corners together, in the order given. */
function longest(contours: readonly Contour[]): Contour[] {
  let corners = 0;
  const kept = new Set<Contour>();
  for (const contour of contours.toSorted((a, b) => b.line.length - a.line.length)) {
    corners += contour.line.length;
    if (corners > CORNERS_MOST) break;
    kept.add(contour);
  }
  return contours.filter((contour) => kept.has(contour));
}

/** The least of 1, 2 and 5 times a power of ten that is not less. */
function roundInterval(least: number): number {
  if (!(least > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9))!;
}

/** Sides of a square between four cells. */
const [SOUTH, EAST, NORTH, WEST] = [0, 1, 2, 3];
/**
 * The ways through a square, from side to side, with what is above on the left, by which corners are above: 1 south-west, 2 south-east,
 * 4 north-east, 8 north-west.
 */
const WAYS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[SOUTH, WEST]],
  [[EAST, SOUTH]],
  [[EAST, WEST]],
  [[NORTH, EAST]],
  [
    [SOUTH, WEST],
    [NORTH, EAST],
  ],
  [[NORTH, SOUTH]],
  [[NORTH, WEST]],
  [[WEST, NORTH]],
  [[SOUTH, NORTH]],
  [
    [EAST, SOUTH],
    [WEST, NORTH],
  ],
  [[EAST, NORTH]],
  [[WEST, EAST]],
  [[SOUTH, EAST]],
  [[WEST, SOUTH]],
  [],
];

/** The closed lines where a value over the cells is zero (marching squares); around the cells, and where it is NaN, it is below. */
function loopsAt(cells: Cells, upM: Float64Array, valueOf: (cell: number) => number): Vec3[][] {
  const { columns, rows } = cells;
  const valueAt = (column: number, row: number): number =>
    isOver(cells, column, row) ? valueOf(row * columns + column) : Number.NaN;
  // A side is named by its western or southern end, from one column and row before the cells.
  const sideOf = (column: number, row: number, isUpright: boolean) =>
    2 * ((row + 1) * (columns + 2) + column + 1) + (isUpright ? 1 : 0);
  const next = new Map<number, number>();
  const places = new Map<number, Vec3>();
  const crossing = (column: number, row: number, side: number): number => {
    const isUpright = side === EAST || side === WEST;
    const from = [column + (side === EAST ? 1 : 0), row + (side === NORTH ? 1 : 0)] as const;
    const to = isUpright ? ([from[0], from[1] + 1] as const) : ([from[0] + 1, from[1]] as const);
    const name = sideOf(...from, isUpright);
    const [low, high] = [valueAt(...from), valueAt(...to)];
    const [a, b] = [middleOf(cells, upM, ...from), middleOf(cells, upM, ...to)];
    // Towards what is not known a line runs along the border of its cell, at the height of that.
    if (Number.isNaN(low)) a[2] = b[2];
    if (Number.isNaN(high)) b[2] = a[2];
    places.set(name, mix(a, b, Number.isNaN(low) || Number.isNaN(high) ? 0.5 : low / (low - high)));
    return name;
  };
  for (let row = -1; row < rows; row++)
    for (let column = -1; column < columns; column++) {
      const above = (x: number, y: number, bit: number) => (valueAt(x, y) > 0 ? bit : 0);
      const corners =
        above(column, row, 1) + above(column + 1, row, 2) + above(column + 1, row + 1, 4) + above(column, row + 1, 8);
      for (const [from, to] of WAYS[corners]!) next.set(crossing(column, row, from), crossing(column, row, to));
    }
  return joined(next).map((loop) => loop.map((place) => places.get(place)!));
}

const isOver = ({ columns, rows }: Cells, column: number, row: number): boolean =>
  column >= 0 && row >= 0 && column < columns && row < rows;

/** The middle of a cell, or of a place beside the cells, whose height is NaN. */
function middleOf(cells: Cells, upM: Float64Array, column: number, row: number): Vec3 {
  const up = isOver(cells, column, row) ? upM[row * cells.columns + column]! : Number.NaN;
  return [cells.westM + (column + 0.5) * cells.stepM, cells.southM + (row + 0.5) * cells.stepM, up];
}

/** The loops of a map from each place to the next one. Empties it. */
function joined(next: Map<number, number>): number[][] {
  const loops: number[][] = [];
  for (;;) {
    const { value: start } = next.keys().next();
    if (start === undefined) return loops;
    const loop: number[] = [];
    for (let at: number | undefined = start; at !== undefined && next.has(at);) {
      const following: number = next.get(at)!;
      next.delete(at);
      loop.push(at);
      at = following;
    }
    loops.push(loop);
  }
}
