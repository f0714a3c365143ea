import type { Cells } from './cells.ts';
import type { Heights } from './heights.ts';

/** Cells farther from any points stay without a height. */
const FARTHEST_STEPS = 32;

/** Cells whose heights were taken from neighbours. */
export interface FilledHoles {
  /** The hole that a cell belongs to, from 1; 0 for cells with points of their own, and for those that nothing is known of. */
  readonly holeOf: Uint32Array;
  readonly holes: number;
}

/**
 * Gives the cells of the ring that have no points the mean of the nearest ring of cells that have some, by the inverse square of their
 * distance, and as its error how far these differ. Changes `heights`.
 */
export function fillHoles(cells: Cells, { upM, sigmaM, points }: Heights): FilledHoles {
  const { columns, rows, insideM2 } = cells;
  const holeOf = new Uint32Array(columns * rows);
  for (let cell = 0; cell < columns * rows; cell++) {
    if (points[cell]! > 0 || insideM2[cell] === 0) continue;
    for (let steps = 1; steps <= FARTHEST_STEPS; steps++) {
      const around = meanAround(cells, { upM, points }, cell, steps);
      if (!around) continue;
      upM[cell] = around.meanM;
      sigmaM[cell] = around.spreadM;
      holeOf[cell] = 1;
      break;
    }
  }
  return { holeOf, holes: numberHoles(cells, holeOf) };
}

/** Of the cells with points on the square `steps` away; null without any. */
function meanAround(
  { columns, rows }: Cells,
  { upM, points }: Pick<Heights, 'upM' | 'points'>,
  cell: number,
  steps: number,
): { meanM: number; spreadM: number } | null {
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  let [weights, total, squares] = [0, 0, 0];
  for (let y = Math.max(0, row - steps); y <= Math.min(rows - 1, row + steps); y++) {
    const isEdge = Math.abs(y - row) === steps;
    for (let x = column - steps; x <= column + steps; x += isEdge ? 1 : 2 * steps) {
      if (x < 0 || x >= columns || points[y * columns + x] === 0) continue;
      const weight = 1 / ((x - column) ** 2 + (y - row) ** 2);
      const up = upM[y * columns + x]!;
      weights += weight;
      total += weight * up;
      squares += weight * up * up;
    }
  }
  if (weights === 0) return null;
  const meanM = total / weights;
  return { meanM, spreadM: Math.sqrt(Math.max(0, squares / weights - meanM ** 2)) };
}

/** Numbers the marked cells that touch by an edge alike, from 1; returns how many numbers there are. */
function numberHoles({ columns, rows }: Cells, holeOf: Uint32Array): number {
  const marked = holeOf.slice();
  holeOf.fill(0);
  let holes = 0;
  const waiting: number[] = [];
  for (let start = 0; start < columns * rows; start++) {
    if (marked[start] === 0 || holeOf[start]! > 0) continue;
    holes++;
    holeOf[start] = holes;
    waiting.push(start);
    while (waiting.length > 0) {
      const cell = waiting.pop()!;
      const column = cell % columns;
      const beside = [
        column > 0 ? cell - 1 : -1,
        column + 1 < columns ? cell + 1 : -1,
        cell - columns,
        cell + columns < columns * rows ? cell + columns : -1,
      ];
      for (const next of beside) {
        if (next < 0 || marked[next] === 0 || holeOf[next]! > 0) continue;
        holeOf[next] = holes;
        waiting.push(next);
      }
    }
  }
  return holes;
}
