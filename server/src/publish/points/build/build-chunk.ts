import { closeSync, openSync } from 'node:fs';
import type { GridCounter, GridPart } from '../../../pointclouds/thinning/grid-counter.ts';
import { RECORD_BYTES, RECORD_WORDS } from '../../../pointclouds/record.ts';
import { readFully, writeFully } from '../../../pointclouds/whole-io.ts';
import type { BuildSizes } from './build-sizes.ts';
import { nearestToTarget } from './cell-picks.ts';
import { CELL_BITS, type CloudCube, type CubeCell, sideOf, spacingOf } from './cloud-cube.ts';
import type { BuiltNode, NodeWriter } from './node-writer.ts';
import { MortonSorter } from './radix-sort.ts';
import { type EarlierPick, firstPickedLevel, type Ghosts, LevelSampler, type SampledNode } from './sample-levels.ts';

/**
 * Records of the spool that are built together: those of a cell, or a part of them where a cell of the last level has
 * too many.
 */
export interface Chunk extends CubeCell {
  /** The first record in the spool. */
  readonly start: number;
  readonly points: number;
  /** Counts the chunks of a cell that has several; null where the chunk is all of its cell. */
  readonly part: number | null;
}

/** A point that is picked for a level above those that its chunk picks for; offsets in the root cube. */
export interface Candidate extends EarlierPick {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Records of a node above the chunks, in the file of one thread. */
export interface HandedUp extends CubeCell {
  readonly file: number;
  readonly start: number;
  readonly points: number;
}

/** The result of building a chunk. */
export interface BuiltChunk {
  readonly nodes: BuiltNode[];
  readonly handedUp: HandedUp[];
  /** Picks that chunks built later must not be near to. */
  readonly border: Ghosts;
  readonly grid: GridPart;
}

/** Builds chunks in arrays that are used again: about 90 bytes for each of `capacity` points. */
export class ChunkBuilder {
  readonly #bytes: Uint8Array;
  readonly #words: Int32Array;
  readonly #node: Int32Array;
  readonly #offsets: { x: Uint32Array; y: Uint32Array; z: Uint32Array };
  readonly #sorted: { x: Uint32Array; y: Uint32Array; z: Uint32Array };
  readonly #sorter: MortonSorter;
  readonly #sampler: LevelSampler;
  readonly #spool: number;
  readonly #upper: number;
  #upperPoints = 0;

  constructor(
    private readonly cube: CloudCube,
    private readonly writer: NodeWriter,
    private readonly counter: GridCounter,
    { capacity, sizes }: { capacity: number; sizes: BuildSizes },
    private readonly files: { spoolPath: string; upperPath: string; upperFile: number },
  ) {
    const axes = () => ({
      x: new Uint32Array(capacity),
      y: new Uint32Array(capacity),
      z: new Uint32Array(capacity),
    });
    this.#bytes = new Uint8Array(capacity * RECORD_BYTES);
    this.#words = new Int32Array(this.#bytes.buffer);
    this.#node = new Int32Array(capacity * RECORD_WORDS);
    [this.#offsets, this.#sorted] = [axes(), axes()];
    this.#sorter = new MortonSorter(capacity);
    this.#sampler = new LevelSampler(capacity, sizes);
    this.#spool = openSync(files.spoolPath, 'r');
    this.#upper = openSync(files.upperPath, 'w');
  }

  close(): void {
    closeSync(this.#spool);
    closeSync(this.#upper);
  }

  /** The candidate of a small chunk for each level whose cells are larger than the chunk. `index` counts in the spool's order. */
  candidates(chunk: Chunk): Candidate[] {
    this.#read(chunk);
    const found: Candidate[] = [];
    for (let level = 0; level < firstPickedLevel(chunk); level++) {
      const shift = this.cube.rootBits - level - CELL_BITS;
      const index = nearestToTarget(this.#offsets, 0, chunk.points, shift);
      const { x, y, z } = this.#offsets;
      found.push({ level, index, x: x[index]!, y: y[index]!, z: z[index]! });
    }
    return found;
  }

  build(chunk: Chunk, ghosts: Ghosts, earlier: readonly EarlierPick[]): BuiltChunk {
    this.#read(chunk);
    const order = this.#sort(chunk);
    const sortedEarlier = earlier.map(({ level, index }) => ({ level, index: order.indexOf(index) }));
    this.#sampler.sample({
      cube: this.cube,
      place: chunk,
      points: this.#sorted,
      count: chunk.points,
      ghosts,
      earlier: sortedEarlier,
    });
    const [border, grid] = [this.#border(chunk), this.#count(chunk)];
    return { ...this.#writeNodes(chunk, order), border, grid };
  }

  /** Counts the points for estimates. Chunks that share a cell have no separate space. */
  #count({ points, level, cell, part }: Chunk): GridPart {
    const { minimum } = this.cube;
    const side = sideOf(this.cube, level);
    const low = cell.map((value, axis) => minimum[axis]! + value * side) as [number, number, number];
    const high = part === null ? (low.map((value) => value + side) as [number, number, number]) : low;
    const [x, y, z] = (['x', 'y', 'z'] as const).map((name, axis) => {
      // The room for a node's records is not in use yet.
      const integers = this.#node.subarray(axis * points, (axis + 1) * points);
      const [offsets, least] = [this.#sorted[name], minimum[axis]!];
      for (let i = 0; i < points; i++) integers[i] = offsets[i]! + least;
      return integers;
    }) as [Int32Array, Int32Array, Int32Array];
    return this.counter.count({ count: points, x, y, z, low, high });
  }

  #read({ start, points }: Chunk): void {
    readFully(this.#spool, this.#bytes.subarray(0, points * RECORD_BYTES), start * RECORD_BYTES);
    const [words, { x, y, z }] = [this.#words, this.#offsets];
    const [x0, y0, z0] = this.cube.minimum;
    for (let i = 0, at = 0; i < points; i++, at += RECORD_WORDS) {
      x[i] = words[at]! - x0;
      y[i] = words[at + 1]! - y0;
      z[i] = words[at + 2]! - z0;
    }
  }

  /** Brings the offsets into Morton order; returns the order. */
  #sort({ points, level }: Chunk): Uint32Array {
    const { x, y, z } = this.#offsets;
    const order = this.#sorter.sort(x, y, z, points, this.cube.rootBits - level).subarray(0, points);
    for (const axis of ['x', 'y', 'z'] as const) {
      const [from, to] = [this.#offsets[axis], this.#sorted[axis]];
      for (let i = 0; i < points; i++) to[i] = from[order[i]!]!;
    }
    return order;
  }

  /** Picks that are nearer than their level's spacing to a face of the chunk; all where other chunks are in the same cell. */
  #border(chunk: Chunk): Ghosts {
    const { picks, pickLevels, pickCount } = this.#sampler;
    const side = sideOf(this.cube, chunk.level);
    const { x, y, z } = this.#sorted;
    const [x0, y0, z0] = chunk.cell.map((value) => value * side) as [number, number, number];
    const found = new Uint32Array(4 * pickCount);
    let length = 0;
    for (let pick = 0; pick < pickCount; pick++) {
      const [point, level] = [picks[pick]!, pickLevels[pick]!];
      const spacing = chunk.part === null ? spacingOf(this.cube, level) : Infinity;
      const [inX, inY, inZ] = [x[point]! - x0, y[point]! - y0, z[point]! - z0];
      const least = Math.min(inX, inY, inZ, side - Math.max(inX, inY, inZ));
      if (least > spacing) continue;
      found[length++] = x[point]!;
      found[length++] = y[point]!;
      found[length++] = z[point]!;
      found[length++] = level;
    }
    return found.slice(0, length);
  }

  /** Writes the nodes with their points in the order of the spool, which is that of the source. */
  #writeNodes({ points, level }: Chunk, order: Uint32Array): Pick<BuiltChunk, 'nodes' | 'handedUp'> {
    const { nodes } = this.#sampler;
    const places = this.#groupByNode(points, order);
    const built: Pick<BuiltChunk, 'nodes' | 'handedUp'> = { nodes: [], handedUp: [] };
    for (const [index, node] of nodes.entries()) {
      const records = this.#gather(order, places[index]!, node.points);
      if (node.level < level) built.handedUp.push(this.#handUp(node, records));
      else built.nodes.push(...this.writer.write(node, records, node.points));
    }
    return built;
  }

  /**
   * Sorts the points by node, in the order of the spool within each: afterwards `order` has indices in the spool. Returns where
   * each node's points begin.
   */
  #groupByNode(points: number, order: Uint32Array): Uint32Array {
    const { nodes, nodeOf } = this.#sampler;
    // The offsets in the spool's order are not needed any more.
    const nodeOfRecord = this.#offsets.x;
    for (let i = 0; i < points; i++) nodeOfRecord[order[i]!] = nodeOf[i]!;
    const starts = new Uint32Array(nodes.length);
    for (let node = 1; node < nodes.length; node++) starts[node] = starts[node - 1]! + nodes[node - 1]!.points;
    const next = starts.slice();
    for (let record = 0; record < points; record++) order[next[nodeOfRecord[record]!]!++] = record;
    return starts;
  }

  #gather(order: Uint32Array, start: number, count: number): Int32Array {
    const [words, out] = [this.#words, this.#node];
    for (let i = 0, to = 0; i < count; i++) {
      const from = order[start + i]! * RECORD_WORDS;
      for (let word = 0; word < RECORD_WORDS; word++) out[to++] = words[from + word]!;
    }
    return out.subarray(0, count * RECORD_WORDS);
  }

  #handUp({ level, cell, points }: SampledNode, records: Int32Array): HandedUp {
    writeFully(this.#upper, new Uint8Array(records.buffer, records.byteOffset, records.byteLength), null);
    const start = this.#upperPoints;
    this.#upperPoints += points;
    return { level, cell, file: this.files.upperFile, start, points };
  }
}
