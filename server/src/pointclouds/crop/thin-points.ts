/**
 * Thinning to one point per voxel in bounded memory: the first in the order of nodes and points is kept. When the
 * voxels need more than the budget, the space is halved: the pass continues with one half, and a later pass reads the
 * other half from the first node again. The later pass returns points of those nodes only that the first had not read
 * before.
 */
import { AXES } from '@overlook/shared/maths';
import type { NodeColumns } from '../store/node-columns.ts';
import type { StoreNode } from '../store/store-index.ts';
import { type BrickRange, VoxelSet } from '../thinning/voxel-set.ts';

/** A pass over the nodes for a part of the space. */
interface Pass {
  readonly range: BrickRange;
  /** Points of nodes before this number were returned by an earlier pass. */
  readonly from: number;
}

type Triple = readonly [number, number, number];

export interface ThinningRules {
  /** The corner of the voxel grid: the cloud's integer minimum. */
  readonly corner: Triple;
  /** Sides of a voxel, units. */
  readonly sides: Triple;
  readonly memoryBytes: number;
}

export class Thinning {
  readonly #rules: ThinningRules;
  readonly #voxels = new VoxelSet();
  readonly #waiting: Pass[];
  #pass: Pass | null = null;

  /** For points with integers from `minimum` to `maximum`. */
  constructor(rules: ThinningRules, minimum: Triple, maximum: Triple) {
    this.#rules = rules;
    const high = this.#brickOf(maximum);
    this.#waiting = [
      { range: { low: this.#brickOf(minimum), high: [high[0] + 1, high[1] + 1, high[2] + 1] }, from: 0 },
    ];
  }

  /** Begins the next pass over all nodes; false after the last. */
  nextPass(): boolean {
    this.#pass = this.#waiting.pop() ?? null;
    this.#voxels.clear();
    return this.#pass !== null;
  }

  /** Whether the pass needs the node. */
  isNeeded({ minimum, maximum }: StoreNode): boolean {
    const [low, high] = [this.#brickOf(minimum), this.#brickOf(maximum)];
    const { range } = this.#pass!;
    return AXES.every((axis) => low[axis] < range.high[axis] && high[axis] >= range.low[axis]);
  }

  /**
   * Those of the chosen points of node number `node` that are kept and returned by this pass; `chosen` is overwritten.
   */
  keep(node: number, { x, y, z }: NodeColumns, chosen: Uint32Array): Uint32Array {
    const { corner, sides } = this.#rules;
    const { low, high } = this.#pass!.range;
    const [lowX, lowY, lowZ] = [low[0] * 8, low[1] * 8, low[2] * 8];
    const [highX, highY, highZ] = [high[0] * 8, high[1] * 8, high[2] * 8];
    let size = 0;
    for (let at = 0; at < chosen.length; at++) {
      const point = chosen[at]!;
      const vx = Math.floor((x[point]! - corner[0]) / sides[0]);
      const vy = Math.floor((y[point]! - corner[1]) / sides[1]);
      const vz = Math.floor((z[point]! - corner[2]) / sides[2]);
      if (vx < lowX || vx >= highX || vy < lowY || vy >= highY || vz < lowZ || vz >= highZ) continue;
      if (this.#voxels.add(vx, vy, vz)) chosen[size++] = point;
    }
    const isNew = node >= this.#pass!.from;
    while (this.#voxels.bytes > this.#rules.memoryBytes && this.#halve(node)) continue;
    return chosen.subarray(0, isNew ? size : 0);
  }

  /** Moves the upper half of the pass's space to another pass; false where it is a single brick. */
  #halve(node: number): boolean {
    const { range, from } = this.#pass!;
    const extent = AXES.map((axis) => range.high[axis] - range.low[axis]);
    const longest = extent.indexOf(Math.max(...extent));
    if (extent[longest]! <= 1) return false;
    const middle = range.low[longest]! + Math.floor(extent[longest]! / 2);
    const replaced = (triple: Triple): [number, number, number] => {
      const copy: [number, number, number] = [...triple];
      copy[longest] = middle;
      return copy;
    };
    this.#waiting.push({ range: { low: replaced(range.low), high: range.high }, from: Math.max(from, node + 1) });
    this.#pass = { range: { low: range.low, high: replaced(range.high) }, from };
    this.#voxels.keepWithin(this.#pass.range);
    return true;
  }

  #brickOf(integers: Triple): [number, number, number] {
    const { corner, sides } = this.#rules;
    const brick = (axis: 0 | 1 | 2) => Math.floor(Math.floor((integers[axis] - corner[axis]) / sides[axis]) / 8);
    return [brick(0), brick(1), brick(2)];
  }
}
