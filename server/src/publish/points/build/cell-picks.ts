import { cellHash } from './near-points.ts';

/** Offsets of points in the root cube, an array an axis. */
export interface PointOffsets {
  readonly x: Uint32Array;
  readonly y: Uint32Array;
  readonly z: Uint32Array;
}

/**
 * Appends to `picks` the candidate of each sampling cell among the points `from` (inclusive) to `to` (exclusive), which are in
 * Morton order: of a cell without a point that is taken already (`nodeOf` at least 0), the one nearest to the cell's target.
 * Cells have sides of 2^shift units. Returns the new number of picks.
 */
export function pickCells(
  { x, y, z }: PointOffsets,
  nodeOf: Int32Array,
  [from, to, shift]: readonly [number, number, number],
  picks: Uint32Array,
  count: number,
): number {
  for (let start = from; start < to;) {
    const [cx, cy, cz] = [x[start]! >>> shift, y[start]! >>> shift, z[start]! >>> shift];
    let isTaken = nodeOf[start]! >= 0;
    let end = start + 1;
    for (; end < to; end++) {
      if (x[end]! >>> shift !== cx || y[end]! >>> shift !== cy || z[end]! >>> shift !== cz) break;
      if (nodeOf[end]! >= 0) isTaken = true;
    }
    if (!isTaken) picks[count++] = end - start === 1 ? start : nearestToTarget({ x, y, z }, start, end, shift);
    start = end;
  }
  return count;
}

/**
 * Of points in one cell with sides of 2^shift units, the one nearest to the cell's target: a place in its inner half by a
 * hash. Centres instead of targets would show as a lattice on flat surfaces.
 */
export function nearestToTarget({ x, y, z }: PointOffsets, from: number, to: number, shift: number): number {
  const side = 2 ** shift;
  const [cx, cy, cz] = [x[from]! >>> shift, y[from]! >>> shift, z[from]! >>> shift];
  const hash = cellHash(cx, cy, cz, shift + 1);
  const tx = (cx + targetIn(hash)) * side;
  const ty = (cy + targetIn(hash >>> 10)) * side;
  const tz = (cz + targetIn(hash >>> 20)) * side;
  let [nearest, least] = [from, Infinity];
  for (let i = from; i < to; i++) {
    const [dx, dy, dz] = [x[i]! - tx, y[i]! - ty, z[i]! - tz];
    const square = dx * dx + dy * dy + dz * dz;
    if (square < least) [nearest, least] = [i, square];
  }
  return nearest;
}

/** In the middle half of a cell, by ten bits. */
const targetIn = (bits: number): number => 0.25 + (bits & 1023) / 2048;
