import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskLow } from '@overlook/db';
import { diskFull } from '../../errors/app-error.ts';
import { createKeyedConcurrencyLimit } from '../../services/concurrency-limit.ts';
import type { ListedObject, ObjectStore } from '../objects/object-store.ts';
import type { FolderName } from './packed-parts.ts';
import { fetchPart } from './unpack-part.ts';

/** Users of one folder that wait for it to be unpacked, at most. */
const WAITING_MOST = 1000;

interface Scratch {
  readonly folder: string;
  /** Keys of the parts that are in it. */
  readonly has: Set<string>;
  bytes: number;
  users: number;
}

interface ScratchOptions {
  readonly objects: ObjectStore;
  /** Where the folder of this process is made; what a killed process has left there is swept. */
  readonly root: string;
  /** Of the unpacked files that are kept; those in use may be more. */
  readonly bytesMost: number;
}

/**
 * Folders of the object store for code that needs paths: kept unpacked for as long as there is room, those in use in any case. Each process has
 * a folder of its own, so that none removes what another one uses.
 */
export class ScratchFolders {
  readonly #objects: ObjectStore;
  readonly #bytesMost: number;
  readonly #own: string;
  #isMade = false;
  /** The last used ones at the end. */
  readonly #known = new Map<FolderName, Scratch>();
  readonly #inTurn = createKeyedConcurrencyLimit(WAITING_MOST);

  constructor({ objects, root, bytesMost }: ScratchOptions) {
    this.#objects = objects;
    this.#bytesMost = bytesMost;
    this.#own = join(root, `unpacked-${randomUUID()}`);
  }

  /** Gives `use` a folder with the files of these parts, to which files may be added. Throws as `unpackPart` does, and 507 for a full disk. */
  async with<T>(name: FolderName, parts: readonly ListedObject[], use: (folder: string) => Promise<T>): Promise<T> {
    const scratch = await this.#inTurn(name, () => this.#taken(name));
    try {
      await this.#inTurn(name, () => this.#addParts(scratch, parts));
      return await use(scratch.folder);
    } catch (error) {
      // It may be incomplete: others begin anew.
      if (this.#known.get(name) === scratch) this.#known.delete(name);
      throw error;
    } finally {
      scratch.users--;
      if (scratch.users === 0 && this.#known.get(name) !== scratch) await remove(scratch);
    }
  }

  /** Gives `use` an empty folder for so many bytes, and removes it after that. What is kept unpacked makes room for it. Throws 507 for a full disk. */
  async withEmpty<T>(bytes: number, use: (folder: string) => Promise<T>): Promise<T> {
    await this.#makeRoom(bytes);
    const scratch = this.#newScratch(bytes);
    this.#known.set(scratch.folder, scratch);
    try {
      await this.#makeFolder(scratch);
      if (isDiskLow(this.#own)) throw diskFull();
      return await use(scratch.folder);
    } finally {
      this.#known.delete(scratch.folder);
      await remove(scratch);
    }
  }

  async close(): Promise<void> {
    // Otherwise the folder above it may be a file, which the checks name.
    if (this.#isMade) await rm(this.#own, { recursive: true, force: true });
  }

  async #makeRoom(bytes: number): Promise<void> {
    let all = bytes;
    for (const scratch of this.#known.values()) all += scratch.bytes;
    for (const [name, scratch] of this.#known) {
      if (all <= this.#bytesMost) return;
      if (scratch.users > 0) continue;
      all -= scratch.bytes;
      this.#known.delete(name);
      await remove(scratch);
    }
  }

  /** The folder of this name, in use; a new one where a sweep has removed it, because it was idle for a day. */
  async #taken(name: FolderName): Promise<Scratch> {
    let scratch = this.#known.get(name) ?? null;
    if (scratch) scratch.users++;
    const isThere = scratch && (await stat(scratch.folder).then(Boolean, () => false));
    if (!scratch || !isThere) scratch = this.#newScratch(0);
    this.#known.delete(name);
    this.#known.set(name, scratch);
    await this.#makeFolder(scratch);
    return scratch;
  }

  #newScratch(bytes: number): Scratch {
    return { folder: join(this.#own, randomUUID()), has: new Set(), bytes, users: 1 };
  }

  async #makeFolder({ folder }: Scratch): Promise<void> {
    this.#isMade = true;
    await mkdir(folder, { recursive: true });
    const now = new Date();
    await utimes(this.#own, now, now);
  }

  async #addParts(scratch: Scratch, parts: readonly ListedObject[]): Promise<void> {
    const missing = parts.filter(({ key }) => !scratch.has.has(key));
    if (missing.length === 0) return;
    await this.#makeRoom(missing.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
    if (isDiskLow(this.#own)) throw diskFull();
    for (const { key, sizeBytes } of missing) {
      scratch.bytes += sizeBytes;
      await fetchPart(this.#objects, key, scratch.folder);
      scratch.has.add(key);
    }
  }
}

const remove = ({ folder }: Scratch): Promise<void> => rm(folder, { recursive: true, force: true });
