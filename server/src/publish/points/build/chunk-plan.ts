/**
 * Chunks: cells of the octree with so few points that one fits into memory, which are built one at a time. They are found by
 * counting the points in a grid of 128³ cells and joining cells from above, so that sparse parts become large chunks. A
 * single cell with too many points, which a few stray points far away may cause, gets its own grid and another count.
 */
import { RECORD_WORDS } from '../../../pointclouds/record.ts';
import { type CloudCube, type CubeCell, type Triple, lastLevel } from './cloud-cube.ts';

const ROOT_GRID_BITS = 7;
const INNER_GRID_BITS = 5;

/** Values of `DivisionGrid.found` below 0: an undecided cell, or the number of another grid that divides it. */
const UNDECIDED = -1;
const gridValue = (grid: number): number => -2 - grid;
const gridOf = (value: number): number => -2 - value;

/** Cells that divide a cell of the octree. Plain data for the workers. */
export interface DivisionGrid {
  /** 2^bits cells a side. */
  readonly bits: number;
  /** A cell has sides of 2^shift units. */
  readonly shift: number;
  /** For each cell (x lowest) the group of its points, or a value below 0. */
  readonly found: Int32Array;
}

/** A source gave other points than when it was counted. */
export class SourceChangedError extends Error {
  override readonly name = 'SourceChangedError';
  constructor() {
    super('A file with points changed while it was imported.');
  }
}

interface PlannedGrid extends DivisionGrid, CubeCell {}

/** Points that are together in the spool: those of a cell of the octree. */
export type PointGroup = CubeCell & { points: number };

/** The cell of a grid that a point is in, by its offsets in the root cube. */
function cellIn({ bits, shift }: DivisionGrid, x: number, y: number, z: number): number {
  const mask = (1 << bits) - 1;
  return ((x >>> shift) & mask) | (((y >>> shift) & mask) << bits) | (((z >>> shift) & mask) << (2 * bits));
}

/** Adds the points whose cell is undecided to the counts of its grid. `words` are records as 32-bit words. */
export function countPoints(
  grids: readonly DivisionGrid[],
  counts: readonly Uint32Array[],
  words: Int32Array,
  count: number,
  [x0, y0, z0]: Triple,
): void {
  for (let i = 0, at = 0; i < count; i++, at += RECORD_WORDS) {
    const [x, y, z] = [words[at]! - x0, words[at + 1]! - y0, words[at + 2]! - z0];
    for (let grid = 0; ;) {
      const cell = cellIn(grids[grid]!, x, y, z);
      const value = grids[grid]!.found[cell]!;
      if (value < UNDECIDED) {
        grid = gridOf(value);
        continue;
      }
      if (value === UNDECIDED) counts[grid]![cell]!++;
      break;
    }
  }
}

/** The group of a point by its offsets in the root cube. Throws for a point that was not counted. */
export function groupOf(grids: readonly DivisionGrid[], x: number, y: number, z: number): number {
  for (let grid = 0; ;) {
    const value = grids[grid]!.found[cellIn(grids[grid]!, x, y, z)]!;
    if (value > UNDECIDED) return value;
    if (value === UNDECIDED) throw new SourceChangedError();
    grid = gridOf(value);
  }
}

/** Finds the groups from counts, in as many rounds as needed: count `grids`, `add` the counts, until `isDone`. */
export class ChunkPlan {
  readonly grids: PlannedGrid[] = [];
  readonly groups: PointGroup[] = [];
  /** Points of each group in each share of the source. */
  readonly pointsOfShares: number[][];
  /** Points in each cell of the first grid. */
  rootCounts = new Uint32Array(0);
  /** Grids from here on have not been counted. */
  #counted = 0;

  constructor(
    private readonly cube: CloudCube,
    private readonly shares: number,
    private readonly chunkPoints: number,
  ) {
    this.pointsOfShares = Array.from({ length: shares }, () => []);
    this.#addGrid({ level: 0, cell: [0, 0, 0] }, ROOT_GRID_BITS);
  }

  get isDone(): boolean {
    return this.#counted === this.grids.length;
  }

  /** `counts` are those of `countPoints` for each share; each has an array a grid. */
  add(counts: readonly (readonly Uint32Array[])[]): void {
    const end = this.grids.length;
    for (let grid = this.#counted; grid < end; grid++) {
      const ofShares = counts.map((ofGrids) => ofGrids[grid]!);
      const total = ofShares[0]!.slice();
      for (const one of ofShares.slice(1)) for (let i = 0; i < total.length; i++) total[i]! += one[i]!;
      if (grid === 0) this.rootCounts = total;
      this.#divide(this.grids[grid]!, total);
      this.#addShares(this.grids[grid]!, ofShares);
    }
    this.#counted = end;
  }

  #addGrid(place: CubeCell, mostBits: number): void {
    const bits = Math.min(mostBits, lastLevel(this.cube) - place.level);
    const shift = this.cube.rootBits - place.level - bits;
    this.grids.push({ ...place, bits, shift, found: new Int32Array(2 ** (3 * bits)).fill(UNDECIDED) });
  }

  #divide(grid: PlannedGrid, counts: Uint32Array): void {
    const sums = pyramid(counts, grid.bits);
    const visit = (depth: number, x: number, y: number, z: number) => {
      const points = sums[depth]![x + y * 2 ** depth + z * 4 ** depth]!;
      if (points === 0) return;
      const cell = [x, y, z].map((value, axis) => grid.cell[axis]! * 2 ** depth + value) as [number, number, number];
      const place = { level: grid.level + depth, cell };
      if (points <= this.chunkPoints || place.level === lastLevel(this.cube)) {
        fill(grid, depth, [x, y, z], this.groups.push({ ...place, points }) - 1);
      } else if (depth === grid.bits) {
        fill(grid, depth, [x, y, z], gridValue(this.grids.length));
        this.#addGrid(place, INNER_GRID_BITS);
      } else
        for (let child = 0; child < 8; child++)
          visit(depth + 1, 2 * x + (child & 1), 2 * y + ((child >> 1) & 1), 2 * z + (child >> 2));
    };
    visit(0, 0, 0, 0);
  }

  #addShares(grid: DivisionGrid, counts: readonly Uint32Array[]): void {
    for (let share = 0; share < this.shares; share++) {
      const points = this.pointsOfShares[share]!;
      while (points.length < this.groups.length) points.push(0);
      const ofCells = counts[share]!;
      for (let cell = 0; cell < ofCells.length; cell++) {
        const group = grid.found[cell]!;
        if (group > UNDECIDED) points[group]! += ofCells[cell]!;
      }
    }
  }
}

/** Sums of the counts at each depth, the whole grid first. They exceed 32 bits in the largest clouds. */
function pyramid(counts: Uint32Array, bits: number): ArrayLike<number>[] {
  const sums: ArrayLike<number>[] = [counts];
  for (let depth = bits - 1; depth >= 0; depth--) {
    const side = 2 ** depth;
    const below = sums[0]!;
    const here = new Float64Array(side ** 3);
    for (let z = 0; z < 2 * side; z++)
      for (let y = 0; y < 2 * side; y++)
        for (let x = 0; x < 2 * side; x++)
          here[(x >> 1) + (y >> 1) * side + (z >> 1) * side * side]! += below[x + 2 * side * (y + 2 * side * z)]!;
    sums.unshift(here);
  }
  return sums;
}

/** Sets the cells of a grid that are in a cell of the given depth. */
function fill({ bits, found }: DivisionGrid, depth: number, [x, y, z]: Triple, value: number): void {
  const width = 2 ** (bits - depth);
  for (let k = z * width; k < (z + 1) * width; k++)
    for (let j = y * width; j < (y + 1) * width; j++) {
      const row = (k << (2 * bits)) | (j << bits);
      found.fill(value, row + x * width, row + (x + 1) * width);
    }
}
