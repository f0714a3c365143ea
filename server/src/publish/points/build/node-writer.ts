import { closeSync, openSync } from 'node:fs';
import { crc32c } from '@overlook/shared/point-files';
import { RECORD_WORDS } from '../../../pointclouds/record.ts';
import { encodeNode } from '../../../pointclouds/store/encode-node.ts';
import type { StoreColumn, StoreNode } from '../../../pointclouds/store/store-index.ts';
import { writeFully } from '../../../pointclouds/whole-io.ts';
import { type CloudCube, type CubeCell, spacingOf } from './cloud-cube.ts';
import type { TileWriter, WrittenTile } from './tile-writer.ts';

/** A node as written: its row of the index, and its tile; null where no tiles are written. */
export interface BuiltNode extends StoreNode {
  readonly tile: WrittenTile | null;
}

/** Writes nodes to one file of the store, and as tiles where these are requested, on one thread. */
export class NodeWriter {
  readonly #file: number;
  #offset = 0;

  constructor(
    private readonly cube: CloudCube,
    private readonly tiles: TileWriter | null,
    private readonly columns: readonly StoreColumn[],
    private readonly pointsMost: number,
    private readonly to: { blobPath: string; blobFile: number },
  ) {
    this.#file = openSync(to.blobPath, 'w');
  }

  /** Writes a node of `count` records; a large leaf becomes several in the same cell. */
  write(node: CubeCell & { isLeaf: boolean }, words: Int32Array, count: number): BuiltNode[] {
    const built: BuiltNode[] = [];
    for (let from = 0; from < count; from += this.pointsMost) {
      const to = Math.min(count, from + this.pointsMost);
      built.push(this.#writePiece(node, words.subarray(from * RECORD_WORDS, to * RECORD_WORDS), to - from));
    }
    return built;
  }

  close(): void {
    closeSync(this.#file);
  }

  #writePiece(node: CubeCell & { isLeaf: boolean }, words: Int32Array, count: number): BuiltNode {
    const { level, cell, isLeaf } = node;
    const bounds = integerBounds(words, count);
    const tile = this.tiles?.write({ level, cell, words, count, ...bounds }) ?? null;
    const blob = encodeNode(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), count, this.columns);
    const offset = this.#offset;
    writeFully(this.#file, blob, null);
    this.#offset += blob.length;
    return {
      level,
      cell,
      points: count,
      isLeaf,
      spacing: isLeaf ? 0 : spacingOf(this.cube, level),
      file: this.to.blobFile,
      offset,
      bytes: blob.length,
      crc32c: crc32c(blob),
      ...bounds,
      tile,
    };
  }
}

function integerBounds(words: Int32Array, count: number) {
  const minimum: [number, number, number] = [Infinity, Infinity, Infinity];
  const maximum: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [words[axis]!, words[axis]!];
    for (let i = 1, at = axis + RECORD_WORDS; i < count; i++, at += RECORD_WORDS) {
      const value = words[at]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    [minimum[axis], maximum[axis]] = [low, high];
  }
  return { minimum, maximum };
}
