import { readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { nodeFs } from '../../errors/publish-fs.ts';
import { type Clock, systemClock } from '../../services/clock.ts';
import { createTimedCache } from '../../services/timed-cache.ts';
import { type ByteRange, type ListedObject, ObjectMissingError, type ObjectStore } from '../objects/object-store.ts';
import { TwoStores } from '../objects/two-stores.ts';
import { incomingFolder, withIncomingFolder } from '../receive-file.ts';
import { PackIndex } from './pack-format.ts';
import {
  basePart,
  baseLast,
  type FolderName,
  localParts,
  partKey,
  isPlain,
  partKeys,
  partOf,
  partOfKey,
  storePart,
} from './packed-parts.ts';
import { ScratchFolders } from './scratch-folders.ts';
import { createSizedCache } from './sized-cache.ts';

/** Where a file of a packed folder is. */
export interface PackedFile {
  readonly first: number;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
  /** The object that it is in. */
  readonly pack: ListedObject;
  /** Differs for every content of a path, the same for every server; without quotes. */
  readonly tag: string;
}

/** How long it is known which parts a folder has. */
const KNOWN_FOR_MS = 30_000;
type Parts = ReadonlyMap<string, ListedObject>;

const SCRATCH_BYTES_MOST = 20e9;
/** Small files are read with their neighbours, which are requested next: S3 takes as long for one as for some. */
const BLOCK_BYTES = 512 * 1024;
/** Memory for such blocks. */
const BLOCKS_BYTES_MOST = 128 * 1024 * 1024;
/** Memory for indexes: of 8 million files. */
const INDEX_BYTES_MOST = 256 * 1024 * 1024;

const tagOf = (sizeBytes: number, mark: number): string => `${sizeBytes.toString(36)}-${mark.toString(36)}`;

function orAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

interface FoldersOptions {
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  readonly objects: ObjectStore;
  readonly clock?: Clock;
  /** Of the unpacked files that are kept for code that needs paths. */
  readonly scratchBytesMost?: number;
}

interface PackOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes that were sent, and with those of the files. */
  onSent?(done: number, total: number): void;
  only?(part: string): boolean;
}

/**
 * Folders of files that do not change: versions of layers and exact point clouds. Each is a folder below `filesDir`, or parts in the object
 * store (`packed-parts.ts`): with S3 new ones are packed when they are published, and those from before are read where they are.
 */
export class StoredFolders {
  /** Whether new ones go to an object store. */
  readonly arePacked: boolean;
  readonly #filesDir: string;
  readonly #objects: ObjectStore;
  readonly #parts: ReturnType<typeof createTimedCache<Parts>>;
  readonly #indexes = createSizedCache<PackIndex>(INDEX_BYTES_MOST);
  readonly #blocks = createSizedCache<{ readonly bytes: number; readonly buffer: Buffer }>(BLOCKS_BYTES_MOST);
  readonly #scratch: ScratchFolders;

  constructor({ filesDir, objects, clock = systemClock, scratchBytesMost = SCRATCH_BYTES_MOST }: FoldersOptions) {
    this.arePacked = objects instanceof TwoStores;
    this.#filesDir = filesDir;
    this.#objects = objects;
    this.#parts = createTimedCache<Parts>(clock, KNOWN_FOR_MS);
    this.#scratch = new ScratchFolders({ objects, root: incomingFolder(filesDir), bytesMost: scratchBytesMost });
  }

  /** Where it is on the disk, if it is there. */
  localPath(name: FolderName): string {
    return join(this.#filesDir, ...name.split('/'));
  }

  isLocal(name: FolderName): Promise<boolean> {
    return stat(this.localPath(name)).then(
      (found) => found.isDirectory(),
      () => false,
    );
  }

  async isPacked(name: FolderName): Promise<boolean> {
    return (await this.#partsOf(name, basePart(name))).has(basePart(name));
  }

  /** Whether its files are anywhere. */
  async isThere(name: FolderName): Promise<boolean> {
    return (await this.isLocal(name)) || this.isPacked(name);
  }

  /** Where a file is in the object store; null where the folder is not there, or has no such file. */
  async locate(name: FolderName, path: string): Promise<PackedFile | null> {
    const part = partOf(name, path);
    const object = (await this.#partsOf(name, part)).get(part);
    if (!object) return null;
    const { sizeBytes, modifiedAt } = object;
    const inPack = { pack: object, modifiedAt };
    if (isPlain(name)) return { ...inPack, first: 0, sizeBytes, tag: tagOf(sizeBytes, modifiedAt.getTime()) };
    const place = (await this.#indexOf(object)).find(path);
    return place && { ...inPack, ...place, tag: tagOf(place.sizeBytes, place.crc32) };
  }

  /** The bytes of a packed file; the caller reads them to their end or destroys them. Throws `ObjectMissingError`. */
  async open({ pack, first, sizeBytes }: PackedFile, range?: ByteRange): Promise<Readable> {
    const from = first + (range?.first ?? 0);
    const last = first + (range?.last ?? sizeBytes - 1);
    if (last < from) return Readable.from([]);
    if (last - from >= BLOCK_BYTES) return this.#objects.get(pack.key, { first: from, last });
    return Readable.from([await this.#inBlocks(pack, { first: from, last })]);
  }

  /** The bytes of a file. Throws `ObjectMissingError`. */
  async read(name: FolderName, path: string): Promise<Buffer> {
    const bytes = await readFile(join(this.localPath(name), path)).catch(orAbsent);
    if (bytes) return bytes;
    const file = await this.locate(name, path);
    if (!file) throw new ObjectMissingError(partKey(name, partOf(name, path)));
    return buffer(await this.open(file));
  }

  /** Gives `use` a folder with its files, which must not change them. Throws 404 (`ObjectMissingError`) where it is lost. */
  async with<T>(name: FolderName, use: (folder: string) => Promise<T>): Promise<T> {
    if (!(await this.#isWhole(name))) return this.#withPacked(name, use);
    try {
      return await use(this.localPath(name));
    } catch (error) {
      // It may have been moved to the object store meanwhile.
      if (!this.arePacked || (await this.#isWhole(name)) || !(await this.isPacked(name))) throw error;
      return this.#withPacked(name, use);
    }
  }

  /** Gives `use` an empty folder on the disk for so many bytes, and removes it after that. Throws 507 for a full disk. */
  withScratch<T>(bytes: number, use: (folder: string) => Promise<T>): Promise<T> {
    return this.#scratch.withEmpty(bytes, use);
  }

  /** Gives a folder with its files, as `with` does, until `remove` is called. */
  hold(name: FolderName): Promise<{ readonly folder: string; remove(): Promise<void> }> {
    return new Promise((resolve, reject) => {
      const use = (folder: string) =>
        new Promise<void>((release) => resolve({ folder, remove: async () => release() }));
      this.with(name, use).catch(reject);
    });
  }

  /** Stores a local folder in the object store, complete or not at all; it stays where it is. Throws `StoreFailedError`. */
  pack(name: FolderName, options: Omit<PackOptions, 'only'> = {}): Promise<number> {
    return this.#storeParts(name, this.localPath(name), options);
  }

  /**
   * Adds the folder `part`, which `write` makes at the path that it gets, to one that was stored; it replaces an earlier one of this name, and
   * nothing is added where `write` returns null. Throws 404 where the folder has been removed meanwhile.
   */
  make<T>(name: FolderName, part: string, write: (path: string) => Promise<T | null>): Promise<T | null> {
    return withIncomingFolder(this.#filesDir, async (folder) => {
      const made = await write(join(folder, part));
      if (made === null) return null;
      const local = join(this.localPath(name), part);
      const isDone = (await this.isLocal(name)) && (await replaceFolder(join(folder, part), local));
      if (isDone) return made;
      if (!(await this.isPacked(name))) throw new ObjectMissingError(partKey(name, basePart(name)));
      await this.#storeParts(name, folder);
      return made;
    });
  }

  /** Stores one more part from a folder that `with` gave. Throws 404 (`ObjectMissingError`) where that has been moved or removed meanwhile. */
  async addFrom(name: FolderName, part: string, folder: string): Promise<void> {
    if (folder !== this.localPath(name)) await this.#storeParts(name, folder, { only: (one) => one === part });
    else if (!(await this.isLocal(name))) throw new ObjectMissingError(partKey(name, part));
  }

  /** Its parts in the object store, by their names. */
  parts(name: FolderName): Promise<Parts> {
    return this.#listParts(name);
  }

  /** Removes some parts from the object store. */
  async removeParts(name: FolderName, isRemoved: (part: string) => boolean): Promise<void> {
    for (const [part, { key }] of await this.#listParts(name)) if (isRemoved(part)) await this.#objects.delete(key);
    this.forget(name);
  }

  /** What is known of it may have changed. */
  forget(name: FolderName): void {
    this.#parts.forget(name);
  }

  /** Removes what is kept unpacked. */
  close(): Promise<void> {
    return this.#scratch.close();
  }

  /** Whether all of its files are on the disk: those of a cloud are moved one after another. */
  async #isWhole(name: FolderName): Promise<boolean> {
    if (!this.arePacked || !isPlain(name)) return this.isLocal(name);
    const parts = [...(await this.#listParts(name)).keys()];
    const found = await Promise.all(
      parts.map((part) => stat(join(this.localPath(name), part)).then(Boolean, () => false)),
    );
    return parts.length > 0 && found.every(Boolean);
  }

  async #listParts(name: FolderName): Promise<Parts> {
    const found = new Map<string, ListedObject>();
    for await (const object of this.#objects.list(partKeys(name))) {
      const key = partOfKey(object.key);
      // Two stores list what both have twice; the first is read.
      if (key?.name === name && !found.has(key.part)) found.set(key.part, object);
    }
    return found;
  }

  async #partsOf(name: FolderName, wanted: string): Promise<Parts> {
    const list = () => this.#parts.get(name, () => this.#listParts(name));
    let found = await list();
    if (found.has(wanted)) return found;
    // It may be made in the next moment.
    this.forget(name);
    found = await list();
    if (!found.has(wanted)) this.forget(name);
    return found;
  }

  #indexOf({ key, sizeBytes, modifiedAt }: ListedObject): Promise<PackIndex> {
    const read = async (range: ByteRange) => buffer(await this.#objects.get(key, range));
    return this.#indexes.get(`${key} ${sizeBytes} ${modifiedAt.getTime()}`, () => PackIndex.read(sizeBytes, read));
  }

  async #inBlocks(pack: ListedObject, { first, last }: ByteRange): Promise<Buffer> {
    const [from, to] = [Math.floor(first / BLOCK_BYTES), Math.floor(last / BLOCK_BYTES)];
    const blocks = await Promise.all(Array.from({ length: to - from + 1 }, (_, i) => this.#block(pack, from + i)));
    const bytes = blocks.length === 1 ? blocks[0]! : Buffer.concat(blocks);
    return bytes.subarray(first - from * BLOCK_BYTES, last + 1 - from * BLOCK_BYTES);
  }

  async #block({ key, sizeBytes, modifiedAt }: ListedObject, number: number): Promise<Buffer> {
    const first = number * BLOCK_BYTES;
    const last = Math.min(first + BLOCK_BYTES, sizeBytes) - 1;
    const { buffer: bytes } = await this.#blocks.get(`${key} ${modifiedAt.getTime()} ${number}`, async () => {
      const read = await buffer(await this.#objects.get(key, { first, last }));
      if (read.length !== last - first + 1) throw new ObjectMissingError(key);
      return { bytes: read.length, buffer: read };
    });
    return bytes;
  }

  async #withPacked<T>(name: FolderName, use: (folder: string) => Promise<T>): Promise<T> {
    const found = await this.#partsOf(name, basePart(name));
    if (!found.has(basePart(name))) throw new ObjectMissingError(partKey(name, basePart(name)));
    // Pictures of plans are made, and not read.
    const needed = [...found].filter(([part]) => !part.startsWith('site-plan')).map(([, object]) => object);
    return this.#scratch.with(name, needed, use);
  }

  /** Stores files below `folder`, which has the paths of the folder of this name, as parts. Returns the bytes that were sent. */
  async #storeParts(name: FolderName, folder: string, options: PackOptions = {}): Promise<number> {
    const { signal, onSent, only = () => true } = options;
    const toStore = baseLast(await localParts(folder)).filter(([part]) => only(part));
    const total = toStore.reduce((sum, [, files]) => files.reduce((bytes, file) => bytes + file.sizeBytes, sum), 0);
    let [done, sent] = [0, 0];
    for (const [part, files] of toStore)
      sent += await storePart(
        this.#objects,
        { key: partKey(name, part), folder, files },
        { signal, onSent: (bytes) => onSent?.(Math.min((done += bytes), total), total) },
      );
    this.forget(name);
    return sent;
  }
}

/** False where the folder around it has been moved away meanwhile. */
async function replaceFolder(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      await rm(to, { recursive: true });
      await rename(from, to);
    });
    await nodeFs.sync(dirname(to), 'folder');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
