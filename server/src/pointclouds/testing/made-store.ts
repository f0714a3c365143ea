/** A store for tests from records: an octree that gives each node the first remaining points of its cell. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32c } from '@overlook/shared/point-files';
import type { FrameDescription } from '../frame.ts';
import { type PointGrid, RECORD_BYTES } from '../record.ts';
import { encodeNode } from '../store/encode-node.ts';
import { STORE_COLUMNS, STORE_FILES, type StoreDescription, type StoreNode } from '../store/store-index.ts';
import { encodeIndex } from '../store/write-index.ts';

export interface MadeStore {
  readonly records: Uint8Array;
  readonly grid: PointGrid;
  readonly frame: FrameDescription;
  readonly densities?: readonly number[];
  /** Points of a node at most. */
  readonly nodePoints?: number;
  readonly columns?: StoreDescription['columns'];
  /** Files that the blobs are spread over. */
  readonly files?: number;
}

type Triple = [number, number, number];

/** Writes `store.json`, `index.bin` and the blobs into `folder`, and returns the description. */
export async function makeStore(folder: string, made: MadeStore): Promise<StoreDescription> {
  const { records, nodePoints = 200, columns = [...STORE_COLUMNS], files = 2 } = made;
  const words = new Int32Array(records.buffer, records.byteOffset, records.byteLength / 4);
  const all = Array.from({ length: records.length / RECORD_BYTES }, (_, point) => point);
  const { minimum, maximum } = boundsOf(words, all);
  const extent = Math.max(...maximum.map((high, axis) => high - minimum[axis]!));
  const rootBits = Math.max(7, Math.ceil(Math.log2(extent + 1)));
  const blobs: Buffer[][] = Array.from({ length: files }, () => []);
  const nodes: StoreNode[] = [];
  const visit = (level: number, cell: Triple, points: readonly number[]) => {
    const isLeaf = points.length <= nodePoints || level === rootBits;
    const own = isLeaf ? points : points.slice(0, nodePoints);
    const file = nodes.length % files;
    const blob = encodeNode(gather(records, own), own.length, columns);
    const offset = blobs[file]!.reduce((bytes, { length }) => bytes + length, 0);
    blobs[file]!.push(blob);
    const bounds = boundsOf(words, own);
    const row = { level, cell, points: own.length, isLeaf, spacing: 0, file, offset, bytes: blob.length };
    nodes.push({ ...row, crc32c: crc32c(blob), ...bounds });
    if (!isLeaf)
      for (const child of children(words, points.slice(nodePoints), minimum, rootBits - level - 1))
        visit(level + 1, ...child);
  };
  if (all.length > 0) visit(0, [0, 0, 0], all);
  const description: StoreDescription = {
    version: 1,
    points: all.length,
    nodes: nodes.length,
    scale: [...made.grid.scale] as Triple,
    offset: [...made.grid.offset] as Triple,
    minimum,
    maximum,
    rootBits,
    cellBits: 7,
    columns,
    isColor8Bit: false,
    intensityBits: 16,
    gpsTimes: null,
    frame: made.frame,
    spacing: 0,
    densities: [...(made.densities ?? [made.grid.scale[0]])],
    tiles: null,
    sources: [{ name: 'made.las', points: all.length }],
  };
  for (const [file, parts] of blobs.entries())
    await writeFile(join(folder, STORE_FILES.points(file)), Buffer.concat(parts));
  await writeFile(join(folder, STORE_FILES.index), encodeIndex(nodes));
  await writeFile(join(folder, STORE_FILES.description), JSON.stringify(description));
  return description;
}

function gather(records: Uint8Array, points: readonly number[]): Uint8Array {
  const own = new Uint8Array(points.length * RECORD_BYTES);
  for (const [to, from] of points.entries())
    own.set(records.subarray(from * RECORD_BYTES, (from + 1) * RECORD_BYTES), to * RECORD_BYTES);
  return own;
}

function boundsOf(words: Int32Array, points: readonly number[]): { minimum: Triple; maximum: Triple } {
  if (points.length === 0) return { minimum: [0, 0, 0], maximum: [0, 0, 0] };
  const minimum: Triple = [Infinity, Infinity, Infinity];
  const maximum: Triple = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    for (let axis = 0; axis < 3; axis++) {
      minimum[axis] = Math.min(minimum[axis]!, words[9 * point + axis]!);
      maximum[axis] = Math.max(maximum[axis]!, words[9 * point + axis]!);
    }
  }
  return { minimum, maximum };
}

/** The points by their cells of a level whose cells have sides of 2^sideBits units. */
function children(
  words: Int32Array,
  points: readonly number[],
  corner: Triple,
  sideBits: number,
): [Triple, number[]][] {
  const cells = new Map<string, [Triple, number[]]>();
  for (const point of points) {
    const cell = corner.map((low, axis) => Math.floor((words[9 * point + axis]! - low) / 2 ** sideBits)) as Triple;
    const key = cell.join();
    const [, own] = cells.get(key) ?? cells.set(key, [cell, []]).get(key)!;
    own.push(point);
  }
  return [...cells.values()];
}
