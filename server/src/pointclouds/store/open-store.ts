import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32c } from '@overlook/shared/point-files';
import { DamagedStoreError } from './damaged-store-error.ts';
import { createNodeDecoder } from './decode-node.ts';
import { nodeName } from './index-layout.ts';
import { bytesAPoint, type NodeColumns } from './node-columns.ts';
import { decodeIndex } from './read-index.ts';
import { STORE_FILES, type StoreDescription, storeDescriptionSchema, type StoreNode } from './store-index.ts';

/** A description lists the files of the source, which may be thousands; an index of 1 billion points has 10 MB. */
const DESCRIPTION_BYTES_MOST = 16 * 1024 ** 2;
const INDEX_BYTES_MOST = 512 * 1024 ** 2;

/** A store that is open for reading. It holds file descriptors: `close` it. */
export interface PointStore {
  readonly description: StoreDescription;
  /** In the order of the index: level, then Morton code. */
  readonly nodes: readonly StoreNode[];
  /**
   * The points of a node, valid until the next call. Reads and decodes on the calling thread, which is a worker where clouds
   * are large. Throws `DamagedStoreError`.
   */
  readNode(node: StoreNode): NodeColumns;
  /** Can be called twice. */
  close(): void;
}

/** Opens the store in `folder`. Throws `DamagedStoreError`, and what the file system throws where a file is missing. */
export async function openPointStore(folder: string): Promise<PointStore> {
  const description = await readDescription(folder);
  const nodes = decodeIndex(
    await readWhole(join(folder, STORE_FILES.index), STORE_FILES.index, INDEX_BYTES_MOST),
    description,
  );
  const files = openBlobFiles(folder, nodes);
  try {
    checkPlaces(nodes, files, description);
  } catch (error) {
    files.close();
    throw error;
  }
  const decode = createNodeDecoder(description.columns);
  let room = new Uint8Array(0);
  return {
    description,
    nodes,
    readNode: (node) => {
      if (room.length < node.bytes) room = new Uint8Array(Math.ceil(node.bytes * 1.25));
      const blob = room.subarray(0, node.bytes);
      const read = readSync(files.descriptor(node.file), blob, 0, node.bytes, node.offset);
      const damaged = (reason: string, cause?: unknown) =>
        new DamagedStoreError(
          STORE_FILES.points(node.file),
          `node ${nodeName(node)} at byte ${node.offset}`,
          reason,
          cause,
        );
      if (read !== node.bytes) throw damaged('the file ends before its last byte');
      if (crc32c(blob) !== node.crc32c) throw damaged('its checksum is wrong');
      try {
        return decode(blob, node.points);
      } catch (error) {
        throw damaged((error as Error).message, error);
      }
    },
    close: files.close,
  };
}

/** `store.json` of a store, checked. Throws `DamagedStoreError`. */
export async function readDescription(folder: string): Promise<StoreDescription> {
  const name = STORE_FILES.description;
  const text = Buffer.from(await readWhole(join(folder, name), name, DESCRIPTION_BYTES_MOST)).toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new DamagedStoreError(name, '', 'it is no JSON', error);
  }
  const parsed = storeDescriptionSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new DamagedStoreError(name, issue?.path.join('.') ?? '', issue?.message ?? 'it is no description');
}

async function readWhole(path: string, name: string, bytesMost: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > bytesMost) throw new DamagedStoreError(name, '', `it has ${size} bytes, more than ${bytesMost}`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

interface BlobFiles {
  readonly sizes: ReadonlyMap<number, number>;
  descriptor(file: number): number;
  close(): void;
}

/** Opens the files that the nodes name. */
function openBlobFiles(folder: string, nodes: readonly StoreNode[]): BlobFiles {
  const descriptors = new Map<number, number>();
  const sizes = new Map<number, number>();
  const close = () => {
    for (const descriptor of descriptors.values()) closeSync(descriptor);
    descriptors.clear();
  };
  try {
    for (const { file } of nodes) {
      if (descriptors.has(file)) continue;
      const descriptor = openSync(join(folder, STORE_FILES.points(file)), 'r');
      descriptors.set(file, descriptor);
      sizes.set(file, fstatSync(descriptor).size);
    }
  } catch (error) {
    close();
    throw error;
  }
  const descriptor = (file: number) => {
    const opened = descriptors.get(file);
    if (opened === undefined) throw new Error('The point store is closed.');
    return opened;
  };
  return { sizes, descriptor, close };
}

/** Each blob is in its file, and no larger than the brotli stream of incompressible points. */
function checkPlaces(nodes: readonly StoreNode[], { sizes }: BlobFiles, { columns }: StoreDescription): void {
  const pointBytes = bytesAPoint(columns);
  for (const node of nodes) {
    const plainBytes = node.points * pointBytes;
    const isPlausible = node.bytes > 0 && node.bytes <= plainBytes + plainBytes / 1000 + 1024;
    if (isPlausible && node.offset + node.bytes <= sizes.get(node.file)!) continue;
    const place = `node ${nodeName(node)}`;
    throw new DamagedStoreError(
      STORE_FILES.index,
      place,
      `its ${node.bytes} bytes at ${node.offset} are outside its file`,
    );
  }
}
