/**
 * Lets a store use the blobs of an earlier one where these are equal: the files of the earlier one get second names in the new folder, and the
 * other blobs are written to a file of their own, in the order of the index. Each store stays complete by itself, and a file lives as long as a store
 * has it.
 */
import { closeSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { openPointStore } from '../../../pointclouds/store/open-store.ts';
import { compareNodes } from '../../../pointclouds/store/index-layout.ts';
import { STORE_FILES, type StoreNode } from '../../../pointclouds/store/store-index.ts';
import { readFully, writeFully } from '../../../pointclouds/whole-io.ts';

/** A file of which a store would use less is not shared: it would keep too many bytes that nothing names. */
const USED_LEAST = 0.5;
/** Numbers of files have 16 bits. */
const FILE_MOST = 2 ** 16 - 1;

/** A blob of the new store, and the equal one of the earlier store. */
interface EqualBlobs<T extends StoreNode> {
  readonly node: T;
  readonly before: StoreNode;
}

/**
 * The nodes with the places of their blobs after equal ones were replaced by those of the store in `baseFolder`; the same where none is, or
 * the disk has no second names. Throws `DamagedStoreError` for a store that cannot be read, and what the file system throws.
 */
export async function shareBlobs<T extends StoreNode>(
  nodes: readonly T[],
  storeFolder: string,
  baseFolder: string,
): Promise<readonly T[]> {
  const base = await openPointStore(baseFolder);
  base.close();
  const equal = usedEnough(equalBlobs(nodes, base.nodes, storeFolder, baseFolder), baseFolder);
  const files = [...new Set(equal.map(({ before }) => before.file))];
  const ownFile = base.nodes.reduce((most, { file }) => Math.max(most, file), 0) + 1;
  if (files.length === 0 || ownFile > FILE_MOST || !linkAll(files, storeFolder, baseFolder)) return nodes;
  const shared = new Map(equal.map(({ node, before }) => [node as StoreNode, before]));
  const placed = writeOthers(nodes, shared, storeFolder, ownFile);
  for (const file of new Set(nodes.map((node) => node.file))) rmSync(path.join(storeFolder, STORE_FILES.points(file)));
  for (const file of [...files, ownFile])
    renameSync(partOf(storeFolder, file), path.join(storeFolder, STORE_FILES.points(file)));
  return placed;
}

const partOf = (folder: string, file: number): string => path.join(folder, `${STORE_FILES.points(file)}.part`);

/** Node and bounds, so that few blobs have to be compared. */
const keyOf = ({ crc32c, bytes, points, minimum, maximum }: StoreNode): string =>
  [crc32c, bytes, points, ...minimum, ...maximum].join();

function equalBlobs<T extends StoreNode>(
  nodes: readonly T[],
  before: readonly StoreNode[],
  storeFolder: string,
  baseFolder: string,
): EqualBlobs<T>[] {
  const known = new Map(before.map((node) => [keyOf(node), node]));
  const [own, others] = [new BlobReader(storeFolder), new BlobReader(baseFolder)];
  try {
    return nodes.flatMap((node) => {
      const other = known.get(keyOf(node));
      return other && own.read(node).equals(others.read(other)) ? [{ node, before: other }] : [];
    });
  } finally {
    own.close();
    others.close();
  }
}

function usedEnough<T extends StoreNode>(equal: readonly EqualBlobs<T>[], baseFolder: string): EqualBlobs<T>[] {
  const used = new Map<number, number>();
  for (const { before } of equal) used.set(before.file, (used.get(before.file) ?? 0) + before.bytes);
  const isUsed = (file: number) =>
    used.get(file)! >= USED_LEAST * statSync(path.join(baseFolder, STORE_FILES.points(file))).size;
  const kept = new Set([...used.keys()].filter(isUsed));
  return equal.filter(({ before }) => kept.has(before.file));
}

/** False where the disk has no second names; then none is left. */
function linkAll(files: readonly number[], storeFolder: string, baseFolder: string): boolean {
  try {
    for (const file of files) linkSync(path.join(baseFolder, STORE_FILES.points(file)), partOf(storeFolder, file));
    return true;
  } catch {
    for (const file of files) rmSync(partOf(storeFolder, file), { force: true });
    return false;
  }
}

/** Writes the blobs that are not shared to a file of their own. Returns all nodes with their places. */
function writeOthers<T extends StoreNode>(
  nodes: readonly T[],
  shared: ReadonlyMap<StoreNode, StoreNode>,
  storeFolder: string,
  ownFile: number,
): T[] {
  const own = new BlobReader(storeFolder);
  const to = openSync(partOf(storeFolder, ownFile), 'w');
  let next = 0;
  try {
    return nodes.toSorted(compareNodes).map((node) => {
      const before = shared.get(node);
      if (before) return { ...node, file: before.file, offset: before.offset };
      writeFully(to, own.read(node), null);
      const offset = next;
      next += node.bytes;
      return { ...node, file: ownFile, offset };
    });
  } finally {
    closeSync(to);
    own.close();
  }
}

/** Reads blobs of one store; each is valid until the next. */
class BlobReader {
  readonly #files = new Map<number, number>();
  #room = Buffer.alloc(0);

  constructor(private readonly folder: string) {}

  read({ file, offset, bytes }: StoreNode): Buffer {
    if (!this.#files.has(file)) this.#files.set(file, openSync(path.join(this.folder, STORE_FILES.points(file)), 'r'));
    if (this.#room.length < bytes) this.#room = Buffer.alloc(Math.ceil(bytes * 1.25));
    const blob = this.#room.subarray(0, bytes);
    readFully(this.#files.get(file)!, blob, offset);
    return blob;
  }

  close(): void {
    for (const file of this.#files.values()) closeSync(file);
  }
}
