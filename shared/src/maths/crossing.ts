/**
 * Whether a closed line in the plane meets itself. Edges are put into the cells of a square grid that they touch, about one
 * cell an edge, and compared with those in the same cell only: for lines that people draw, work grows as the number of edges.
 */
export type Xy = readonly [number, number];

/** True when two edges that are not neighbours have a point in common. Corners in order; the last joins the first. */
export const hasCrossing = (corners: readonly Xy[]): boolean => findCrossing(corners) !== null;

/**
 * Two edges that are not neighbours and have a point in common, the earlier first; null where there are none. Edge i runs
 * from corner i to the next; the last joins the first.
 */
export function findCrossing(corners: readonly Xy[]): [earlier: number, later: number] | null {
  const count = corners.length;
  if (count < 4) return null;
  const grid = gridOver(corners);
  const cells = new Map<number, number[]>();
  for (let edge = 0; edge < count; edge++) {
    const [a, b] = [corners[edge]!, corners[(edge + 1) % count]!];
    for (const cell of grid.cellsAlong(a, b)) {
      const others = cells.get(cell);
      if (!others) {
        cells.set(cell, [edge]);
        continue;
      }
      for (const other of others) {
        const steps = (edge - other + count) % count;
        if (steps === 1 || steps === count - 1) continue;
        if (doMeet(a, b, corners[other]!, corners[(other + 1) % count]!)) return [other, edge];
      }
      others.push(edge);
    }
  }
  return null;
}

function gridOver(corners: readonly Xy[]): { cellsAlong(a: Xy, b: Xy): number[] } {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of corners) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  const side = Math.ceil(Math.sqrt(corners.length));
  const size = Math.max(right - left, top - bottom) / side || 1;
  // Because of this margin, edges that meet on the border of two cells share a cell in spite of rounding.
  const margin = size * 1e-9;
  const cellOf = (offset: number): number => Math.min(side - 1, Math.max(0, Math.floor(offset / size)));
  const column = (x: number): number => cellOf(x - left);
  const row = (y: number): number => cellOf(y - bottom);
  return {
    /** Row by row, the columns that the edge spans within that row. */
    cellsAlong(a, b) {
      const [low, high] = a[1] <= b[1] ? [a, b] : [b, a];
      const cells: number[] = [];
      for (let y = row(low[1] - margin); y <= row(high[1] + margin); y++) {
        const from = y === row(low[1]) ? low[0] : xAt(low, high, bottom + y * size);
        const to = y === row(high[1]) ? high[0] : xAt(low, high, bottom + (y + 1) * size);
        const last = column(Math.max(from, to) + margin);
        for (let x = column(Math.min(from, to) - margin); x <= last; x++) cells.push(y * side + x);
      }
      return cells;
    },
  };
}

/** Where the edge is at a height, limited to its ends. */
function xAt(low: Xy, high: Xy, y: number): number {
  if (y <= low[1]) return low[0];
  if (y >= high[1]) return high[0];
  return low[0] + ((high[0] - low[0]) * (y - low[1])) / (high[1] - low[1]);
}

/** Whether the edges a–b and c–d have a point in common. */
export function doMeet(a: Xy, b: Xy, c: Xy, d: Xy): boolean {
  const [abc, abd, cda, cdb] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && isWithin(a, b, c)) ||
    (abd === 0 && isWithin(a, b, d)) ||
    (cda === 0 && isWithin(c, d, a)) ||
    (cdb === 0 && isWithin(c, d, b))
  );
}

/** Positive when c lies to the left of the way from a to b. */
const side = (a: Xy, b: Xy, c: Xy): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** For a point on the line of a and b: whether it is between them. */
const isWithin = (a: Xy, b: Xy, p: Xy): boolean =>
  Math.min(a[0], b[0]) <= p[0] &&
  p[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= p[1] &&
  p[1] <= Math.max(a[1], b[1]);
