import { RECORD_WORDS } from '../../../pointclouds/record.ts';
import { type CloudCube, sideOf } from './cloud-cube.ts';
import type { CubeCell, Triple } from './cloud-cube.ts';

/** A node to be written as a tile, as records in 32-bit words with their bounds. */
export interface TileNode extends CubeCell {
  readonly words: Int32Array;
  readonly count: number;
  readonly minimum: Triple;
  readonly maximum: Triple;
}

/**
 * The points of a node by the cells that are `levels` below it, each as a node of that level, none without points; the node itself
 * for 0. Points keep their order.
 */
export function divideNode(cube: CloudCube, node: TileNode, levels: number): readonly TileNode[] {
  if (levels === 0) return [node];
  const { words, count } = node;
  const level = node.level + levels;
  const side = sideOf(cube, level);
  const points = new Map<string, { cell: [number, number, number]; places: number[] }>();
  for (let i = 0, at = 0; i < count; i++, at += RECORD_WORDS) {
    const cell = cube.minimum.map((low, axis) => Math.floor((words[at + axis]! - low) / side)) as [
      number,
      number,
      number,
    ];
    const key = cell.join();
    const known = points.get(key);
    if (known) known.places.push(at);
    else points.set(key, { cell, places: [at] });
  }
  return [...points.values()].map(({ cell, places }) => ({ level, cell, ...gathered(words, places) }));
}

function gathered(
  words: Int32Array,
  places: readonly number[],
): Pick<TileNode, 'words' | 'count' | 'minimum' | 'maximum'> {
  const own = new Int32Array(places.length * RECORD_WORDS);
  const minimum: [number, number, number] = [Infinity, Infinity, Infinity];
  const maximum: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const [i, at] of places.entries()) {
    own.set(words.subarray(at, at + RECORD_WORDS), i * RECORD_WORDS);
    for (let axis = 0; axis < 3; axis++) {
      minimum[axis] = Math.min(minimum[axis]!, words[at + axis]!);
      maximum[axis] = Math.max(maximum[axis]!, words[at + axis]!);
    }
  }
  return { words: own, count: places.length, minimum, maximum };
}
