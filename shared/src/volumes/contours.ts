import type { RingCorner } from '../mocs/index.ts';
import type { Cells } from './cells.ts';

/** A closed line of equal height over the cells. What is farther from zero than `levelM` lies on its left. */
export interface Contour {
  readonly levelM: number;
  /** East and north in the frame of the cells. */
  readonly ring: readonly RingCorner[];
}

/** At most this many levels on each side of zero. */
const LEVELS_MOST = 8;
/** Loops of fewer corners surround a cell or two, and are noise. */
const CORNERS_LEAST = 7;

/** Lines at round levels above and below zero, without zero itself. Cells without a height end the lines. */
export function contoursOf(cells: Cells, aboveM: Float64Array): Contour[] {
  let [lowest, highest] = [0, 0];
  for (const above of aboveM) {
    if (above < lowest) lowest = above;
    if (above > highest) highest = above;
  }
  const intervalM = roundInterval(Math.max(highest, -lowest) / LEVELS_MOST);
  const contours: Contour[] = [];
  for (const sign of [1, -1]) {
    const most = sign > 0 ? highest : -lowest;
    for (let step = 1; step * intervalM < most; step++) {
      const levelM = step * intervalM;
      for (const ring of loopsAt(cells, (cell) => sign * aboveM[cell]! - levelM))
        if (ring.length >= CORNERS_LEAST) contours.push({ levelM: sign * levelM, ring });
    }
  }
  return contours;
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
function loopsAt({ westM, southM, stepM, columns, rows }: Cells, valueOf: (cell: number) => number): RingCorner[][] {
  const valueAt = (column: number, row: number): number =>
    column < 0 || row < 0 || column >= columns || row >= rows ? Number.NaN : valueOf(row * columns + column);
  // A side is named by its western or southern end, from one column and row before the cells.
  const width = columns + 2;
  const sideOf = (column: number, row: number, isUpright: boolean) =>
    2 * ((row + 1) * width + column + 1) + (isUpright ? 1 : 0);
  const next = new Map<number, number>();
  const places = new Map<number, RingCorner>();
  const crossing = (column: number, row: number, side: number): number => {
    const isUpright = side === EAST || side === WEST;
    const [x, y] = [column + (side === EAST ? 1 : 0), row + (side === NORTH ? 1 : 0)];
    const [from, to] = [valueAt(x, y), isUpright ? valueAt(x, y + 1) : valueAt(x + 1, y)];
    // Towards what is not known a line runs along the border of its cell.
    const share = Number.isNaN(from) || Number.isNaN(to) ? 0.5 : from / (from - to);
    const place = sideOf(x, y, isUpright);
    places.set(place, [
      westM + (x + 0.5 + (isUpright ? 0 : share)) * stepM,
      southM + (y + 0.5 + (isUpright ? share : 0)) * stepM,
    ]);
    return place;
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
