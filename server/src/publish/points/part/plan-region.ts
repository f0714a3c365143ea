/** The part of a cloud, in plan, that a new scan replaces: all heights above it. Plain data for workers. */
import type { CloudCube } from '../build/cloud-cube.ts';

/** Integers of the cloud's grid. */
type PlanPoint = readonly [x: number, y: number];

export type PlanRegion =
  | { readonly kind: 'polygon'; readonly ring: readonly PlanPoint[] }
  | {
      readonly kind: 'cells';
      readonly corner: PlanPoint;
      /** Of a cell, integers. */
      readonly side: number;
      /** Cells along each axis. */
      readonly across: number;
      /** 1 for those in the region; x is lowest. */
      readonly cells: Uint8Array;
    };

/** Whether a point is in the region. */
export function isInRegion(region: PlanRegion, x: number, y: number): boolean {
  if (region.kind === 'polygon') return isInRing(region.ring, x, y);
  const cell = cellOf(region, x, y);
  return cell >= 0 && region.cells[cell] === 1;
}

/** The number of the cell, or −1 outside of all. */
function cellOf({ corner, side, across }: Extract<PlanRegion, { kind: 'cells' }>, x: number, y: number): number {
  const [column, row] = [Math.floor((x - corner[0]) / side), Math.floor((y - corner[1]) / side)];
  return column < 0 || row < 0 || column >= across || row >= across ? -1 : column + row * across;
}

/** By the crossings of a ray to greater x. */
function isInRing(ring: readonly PlanPoint[], x: number, y: number): boolean {
  let isIn = false;
  for (let i = 0, before = ring.length - 1; i < ring.length; before = i++) {
    const [[xa, ya], [xb, yb]] = [ring[before]!, ring[i]!];
    if (ya > y !== yb > y && x < xa + ((y - ya) / (yb - ya)) * (xb - xa)) isIn = !isIn;
  }
  return isIn;
}

/** Metres; of small clouds a part of the cube, of very large ones more. */
const CELL_M = 1;
const CELLS_LEAST = 256;
const CELLS_MOST = 4096;
/** Gaps of up to twice as many cells between new points belong to the region: shadows, and the distances of sparse scans. */
const CLOSED_CELLS = 2;

/** Gathers the cells that have new points. */
export class RegionCells {
  readonly #region: Extract<PlanRegion, { kind: 'cells' }>;

  /** `unitM`: metres of an integer in plan. */
  constructor({ minimum, rootBits }: CloudCube, unitM: number) {
    const across = Math.min(CELLS_MOST, 2 ** Math.max(0, Math.ceil(Math.log2((2 ** rootBits * unitM) / CELL_M))));
    const cells = Math.min(2 ** rootBits, Math.max(CELLS_LEAST, across));
    this.#region = {
      kind: 'cells',
      corner: [minimum[0], minimum[1]],
      side: 2 ** rootBits / cells,
      across: cells,
      cells: new Uint8Array(cells * cells),
    };
  }

  add(x: number, y: number): void {
    const cell = cellOf(this.#region, x, y);
    if (cell >= 0) this.#region.cells[cell] = 1;
  }

  /** The region without its gaps. */
  closed(): PlanRegion {
    const { cells, across } = this.#region;
    const grown = spread(spread(cells, across, 1, 1), across, across, 1);
    return { ...this.#region, cells: spread(spread(grown, across, 1, 0), across, across, 0) };
  }
}

/**
 * Gives `value` to the cells with one of that value at most `CLOSED_CELLS` away along an axis, whose neighbours are `step` numbers apart. Beyond
 * the last cells there are none.
 */
function spread(cells: Uint8Array, across: number, step: 1 | number, value: 0 | 1): Uint8Array {
  const out = cells.slice();
  for (let line = 0; line < across; line++) {
    const start = step === 1 ? line * across : line;
    let last = -Infinity;
    for (let at = 0; at < across; at++) {
      if (cells[start + at * step] === value) last = at;
      if (at - last <= CLOSED_CELLS) out[start + at * step] = value;
    }
    last = Infinity;
    for (let at = across - 1; at >= 0; at--) {
      if (cells[start + at * step] === value) last = at;
      if (last - at <= CLOSED_CELLS) out[start + at * step] = value;
    }
  }
  return out;
}
