/**
 * Gives each point of a chunk its level. From the coarsest level on, a node keeps one point of each of its 128³ cells
 * without a coarser point, except points that are nearer to another than the level's spacing; the others go to its
 * children. A node with few points keeps all. Levels above the chunk are picked here too, because a chunk is not
 * smaller than their cells.
 */
import type { BuildSizes } from './build-sizes.ts';
import { pickCells, type PointOffsets } from './cell-picks.ts';
import { CELL_BITS, cellOf, type CloudCube, type CubeCell, lastLevel, spacingOf } from './cloud-cube.ts';
import { NearPoints } from './near-points.ts';

/** A node's part in the chunk. Nodes of levels above the chunk are incomplete. */
export interface SampledNode extends CubeCell {
  points: number;
  isLeaf: boolean;
}

/** A point of the chunk that is picked for a level before the others, `index` in the order of the points. */
export interface EarlierPick {
  readonly level: number;
  readonly index: number;
}

/** x, y, z, level of points that other chunks have picked near this one; flat. */
export type Ghosts = Uint32Array;

/** A chunk to sample: its points in Morton order. */
export interface SampledChunk {
  readonly cube: CloudCube;
  readonly place: CubeCell;
  readonly points: PointOffsets;
  readonly count: number;
  readonly ghosts: Ghosts;
  readonly earlier: readonly EarlierPick[];
}

/** Runs of points: begin (inclusive) and end (exclusive), flat. */
type Runs = readonly number[];

/** The first level that a chunk picks for: the cells of those above are larger than the chunk. */
export const firstPickedLevel = ({ level }: CubeCell): number => Math.max(0, level - CELL_BITS);

/** Samples one chunk after another in arrays that are used again. Its fields are valid until the next call. */
export class LevelSampler {
  /** For each point the index of its node. */
  readonly nodeOf: Int32Array;
  readonly nodes: SampledNode[] = [];
  /** Picked points in the order of their levels, and each one's level. */
  readonly picks: Uint32Array;
  readonly pickLevels: Uint8Array;
  pickCount = 0;
  readonly #candidates: Uint32Array;
  readonly #near = new NearPoints();

  constructor(
    capacity: number,
    private readonly sizes: BuildSizes,
  ) {
    this.nodeOf = new Int32Array(capacity);
    this.picks = new Uint32Array(capacity);
    this.pickLevels = new Uint8Array(capacity);
    this.#candidates = new Uint32Array(capacity);
  }

  sample(chunk: SampledChunk): void {
    const { place, count, earlier } = chunk;
    this.nodeOf.fill(-1, 0, count);
    this.nodes.length = 0;
    this.pickCount = 0;
    for (const { level, index } of earlier) this.#pick(index, level, this.#addNode(chunk, level, index));
    const all: Runs = [0, count];
    for (let level = firstPickedLevel(place); level < place.level; level++) this.#pickLevel(chunk, level, all);
    let runs = all;
    for (let { level } = place; runs.length > 0; level++) {
      const open = this.#withoutLeaves(chunk, level, runs);
      const nodes = open.length > 0 ? this.#pickLevel(chunk, level, open) : [];
      runs = this.#divided(chunk, level, open, nodes);
    }
  }

  /** The runs that are divided further; the points of the others belong to leaves from now on. */
  #withoutLeaves(chunk: SampledChunk, level: number, runs: Runs): Runs {
    const open: number[] = [];
    for (let run = 0; run < runs.length; run += 2) {
      const [from, to] = [runs[run]!, runs[run + 1]!];
      const isLeaf = level === lastLevel(chunk.cube) || this.#untaken(from, to) <= this.sizes.leafPoints;
      if (isLeaf) this.#takeAll(chunk, level, from, to, -1);
      else open.push(from, to);
    }
    return open;
  }

  /** Picks the points of one level in the runs; returns the node of each run, −1 where nothing was picked. */
  #pickLevel(chunk: SampledChunk, level: number, runs: Runs): number[] {
    const { cube, points } = chunk;
    const shift = cube.rootBits - level - CELL_BITS;
    const ends: number[] = [];
    let found = 0;
    for (let run = 0; run < runs.length; run += 2) {
      const place = [runs[run]!, runs[run + 1]!, shift] as const;
      found = pickCells(points, this.nodeOf, place, this.#candidates, found);
      ends.push(found);
    }
    this.#beginNear(chunk, level, shift, found);
    const spacing = spacingOf(cube, level);
    let next = 0;
    return ends.map((end, run) => {
      let node = -1;
      for (; next < end; next++) {
        const point = this.#candidates[next]!;
        const [x, y, z] = [points.x[point]!, points.y[point]!, points.z[point]!];
        if (this.#near.has(x, y, z, spacing)) continue;
        this.#near.add(x, y, z);
        if (node < 0) node = this.#addNode(chunk, level, runs[2 * run]!);
        this.#pick(point, level, node);
      }
      return node;
    });
  }

  /** Points to which candidates must keep their distance: those picked before, here and in adjacent chunks. */
  #beginNear({ points, ghosts }: SampledChunk, level: number, shift: number, candidates: number): void {
    this.#near.begin(shift, this.pickCount + ghosts.length / 4 + candidates);
    for (let ghost = 0; ghost < ghosts.length; ghost += 4)
      if (ghosts[ghost + 3]! <= level) this.#near.add(ghosts[ghost]!, ghosts[ghost + 1]!, ghosts[ghost + 2]!);
    for (let pick = 0; pick < this.pickCount; pick++) {
      const point = this.picks[pick]!;
      this.#near.add(points.x[point]!, points.y[point]!, points.z[point]!);
    }
  }

  /** The runs of the children of nodes with remaining points. */
  #divided(chunk: SampledChunk, level: number, open: Runs, nodes: readonly number[]): Runs {
    const { rootBits } = chunk.cube;
    const below: number[] = [];
    for (const [index, node] of nodes.entries()) {
      const [from, to] = [open[2 * index]!, open[2 * index + 1]!];
      if (this.#untaken(from, to) <= this.sizes.absorbedPoints) this.#takeAll(chunk, level, from, to, node);
      else
        for (let start = from; start < to;) {
          const end = endOfChild(chunk.points, start, to, rootBits - level - 1);
          below.push(start, end);
          start = end;
        }
    }
    return below;
  }

  #untaken(from: number, to: number): number {
    let untaken = 0;
    for (let i = from; i < to; i++) if (this.nodeOf[i]! < 0) untaken++;
    return untaken;
  }

  /** Gives the remaining points of a run to a leaf: to `node`, or to a new one where that is −1. */
  #takeAll(chunk: SampledChunk, level: number, from: number, to: number, node: number): void {
    let leaf = node;
    for (let i = from; i < to; i++) {
      if (this.nodeOf[i]! >= 0) continue;
      if (leaf < 0) leaf = this.#addNode(chunk, level, from);
      this.nodeOf[i] = leaf;
      this.nodes[leaf]!.points++;
    }
    if (leaf >= 0) this.nodes[leaf]!.isLeaf = true;
  }

  #pick(point: number, level: number, node: number): void {
    this.nodeOf[point] = node;
    this.nodes[node]!.points++;
    this.picks[this.pickCount] = point;
    this.pickLevels[this.pickCount] = level;
    this.pickCount++;
  }

  /** A node at the cell of a point; returns its index. */
  #addNode({ cube, points: { x, y, z } }: SampledChunk, level: number, point: number): number {
    const bits = cube.rootBits - level;
    const cell = [cellOf(x[point]!, bits), cellOf(y[point]!, bits), cellOf(z[point]!, bits)] as const;
    return this.nodes.push({ level, cell, points: 0, isLeaf: false }) - 1;
  }
}

/** The end of the run of points that are in the same child, of sides of 2^bits units, as the point `start`. */
function endOfChild({ x, y, z }: PointOffsets, start: number, to: number, bits: number): number {
  const isSame = (i: number) =>
    x[i]! >>> bits === x[start]! >>> bits &&
    y[i]! >>> bits === y[start]! >>> bits &&
    z[i]! >>> bits === z[start]! >>> bits;
  let [low, high] = [start, to];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (isSame(middle)) low = middle;
    else high = middle;
  }
  return high;
}
