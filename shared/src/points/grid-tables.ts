import type { CountGrid } from './count-grid.ts';

/** Tables that estimates need besides the cells of a grid; they are made once per grid. */
interface GridTables {
  /** The first cell of each row along x, then the number of cells. */
  readonly rowStarts: Uint32Array;
  /** Points of the cloud at each density; undefined until they are first needed. */
  readonly totals: (number | undefined)[];
}

const tables = new WeakMap<CountGrid, GridTables>();

function tablesOf(grid: CountGrid): GridTables {
  const known = tables.get(grid);
  if (known) return known;
  const made = { rowStarts: findRows(grid), totals: grid.densities.map(() => undefined) };
  tables.set(grid, made);
  return made;
}

/** The first cell of each run of cells with one y and z, then the number of cells. */
export const rowStartsOf = (grid: CountGrid): Uint32Array => tablesOf(grid).rowStarts;

/** Points that the whole cloud has at the density of a column. */
export function totalOf(grid: CountGrid, column: number): number {
  const { totals } = tablesOf(grid);
  return (totals[column] ??= sumOf(grid.counts[column]!));
}

function findRows({ y, z }: CountGrid): Uint32Array {
  const starts = new Uint32Array(y.length + 1);
  let rows = 0;
  let before = -1;
  for (let cell = 0; cell < y.length; cell++) {
    const row = y[cell]! + z[cell]! * 65_536;
    if (row !== before) starts[rows++] = cell;
    before = row;
  }
  starts[rows] = y.length;
  return starts.slice(0, rows + 1);
}

function sumOf(counts: Uint32Array): number {
  let total = 0;
  for (let cell = 0; cell < counts.length; cell++) total += counts[cell]!;
  return total;
}
