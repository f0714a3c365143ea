import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nodeFs } from '../../errors/publish-fs.ts';
import { incomingFolder } from '../receive-file.ts';
import { checkedPieces } from './object-sources.ts';
import {
  type ByteRange,
  type ListedObject,
  ObjectMissingError,
  type ObjectFacts,
  type ObjectSource,
  type ObjectStore,
  safeKey,
} from './object-store.ts';

const PIECE_BYTES = 256 * 1024;

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

function orAbsent(error: unknown): null {
  if (isAbsent(error)) return null;
  throw error;
}

/** Objects as files below a folder, by their keys. */
export class FolderStore implements ObjectStore {
  readonly address: string;

  constructor(private readonly root: string) {
    this.address = `the folder ${root}`;
  }

  async put(key: string, source: ObjectSource, signal?: AbortSignal): Promise<void> {
    const part = join(incomingFolder(this.root), randomUUID());
    await mkdir(dirname(part), { recursive: true });
    try {
      const file = await open(part, 'wx', 0o600);
      const pieces = Readable.from(checkedPieces(source, PIECE_BYTES));
      await pipeline(pieces, file.createWriteStream({ flush: true }), signal ? { signal } : {});
      await this.takeFile(key, part);
    } finally {
      await rm(part, { force: true });
    }
  }

  async takeFile(key: string, path: string): Promise<void> {
    const to = this.#path(key);
    for (let tries = 1; ; tries++) {
      await mkdir(dirname(to), { recursive: true });
      try {
        return await rename(path, to);
      } catch (error) {
        // Another may have removed the folder in between, because it was empty.
        if (tries === 3 || !isAbsent(error)) throw error;
        await stat(path);
      }
    }
  }

  takeFolder(prefix: string, folder: string): Promise<void> {
    return this.takeFile(prefix.slice(0, -1), folder);
  }

  sync(prefix: string): Promise<void> {
    return nodeFs.sync(join(this.root, prefix), 'folder');
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const stream = createReadStream(this.#path(key), range ? { start: range.first, end: range.last } : {});
    await once(stream, 'open').catch((error: unknown) => {
      throw isAbsent(error) ? new ObjectMissingError(key, error) : error;
    });
    return stream;
  }

  async withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    try {
      if (await this.#stat(key)) return await use(this.#path(key));
    } catch (error) {
      // It may have been moved to another store meanwhile.
      if (await this.#stat(key)) throw error;
      throw new ObjectMissingError(key, error);
    }
    throw new ObjectMissingError(key);
  }

  async head(key: string): Promise<ObjectFacts | null> {
    const found = await this.#stat(key);
    if (!found) return null;
    const { size, mtimeMs, mtime } = found;
    const tag = `${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}`;
    return { sizeBytes: size, modifiedAt: mtime, tag, sha256: null };
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key);
    await rm(path, { force: true });
    // Folders are no objects: the last of one removes it, but not the folder of all of its kind.
    for (let above = dirname(path); dirname(above).startsWith(this.root + sep); above = dirname(above))
      if (!(await removeIfEmpty(above))) break;
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    for await (const found of filesBelow(this.root, folder)) if (found.key.startsWith(prefix)) yield found;
  }

  async *names(prefix: string): AsyncGenerator<string> {
    const folder = await opendir(join(this.root, prefix)).catch(orAbsent);
    for await (const { name } of folder ?? []) yield name;
  }

  /** Nothing: what is received is swept in its own folder. */
  async removeUnfinished(): Promise<void> {}

  close(): void {}

  #path(key: string): string {
    return join(this.root, ...safeKey(key).split('/'));
  }

  async #stat(key: string) {
    const found = await stat(this.#path(key)).catch(orAbsent);
    return found?.isFile() ? found : null;
  }
}

const removeIfEmpty = (folder: string): Promise<boolean> =>
  rmdir(folder).then(
    () => true,
    () => false,
  );

/** The files below a folder, whose name is empty or ends in `/`. */
async function* filesBelow(root: string, prefix: string): AsyncGenerator<ListedObject> {
  const folder = await opendir(join(root, prefix)).catch(orAbsent);
  for await (const entry of folder ?? []) {
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, `${key}/`);
    else if (entry.isFile()) {
      const found = await stat(join(root, key)).catch(orAbsent);
      if (found) yield { key, sizeBytes: found.size, modifiedAt: found.mtime };
    }
  }
}
