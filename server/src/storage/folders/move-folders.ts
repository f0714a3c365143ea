import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Db } from '@overlook/db';
import { nodeFs } from '../../errors/publish-fs.ts';
import type { MovedObjects } from '../objects/move-objects.ts';
import type { TwoStores } from '../objects/two-stores.ts';
import { incomingFolder } from '../receive-file.ts';
import { isWriterActive, readOwner } from '../version-folders.ts';
import { namedFolders } from './named-folders.ts';
import { basePart, baseLast, isPlain, type FolderName, localParts, partKey, storePart } from './packed-parts.ts';
import type { StoredFolders } from './stored-folders.ts';
import { unpackPart } from './unpack-part.ts';

interface FolderStores {
  readonly db: Db;
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  readonly objects: TwoStores;
  readonly folders: StoredFolders;
}

interface MoveFoldersOptions {
  /** From the object store to the disk. */
  readonly back: boolean;
  /** Leaves them where they were, too. */
  readonly keeps: boolean;
  readonly signal: AbortSignal;
  onProgress(done: number): void;
}

/** Bytes that were moved; null where it was there already, or has been removed meanwhile. */
type Move = (stores: FolderStores, name: FolderName, options: MoveFoldersOptions) => Promise<number | null>;

/**
 * Moves the versions of layers that rows name between the disk and the object store, while servers use them: each is complete where it goes, and compared, before
 * it leaves where it was. Those that fail stay and are reported; a further call goes on where one was ended.
 */
export async function moveFolders(stores: FolderStores, options: MoveFoldersOptions): Promise<MovedObjects> {
  const move = options.back ? unpackFolder : packFolder;
  const counts = { moved: 0, bytes: 0, already: 0 };
  const failed: { key: string; reason: string }[] = [];
  let done = 0;
  for (const name of await namedFolders(stores.db)) {
    options.signal.throwIfAborted();
    try {
      const bytes = await move(stores, name, options);
      if (bytes === null) continue;
      if (bytes === 0) counts.already++;
      else counts.moved++;
      counts.bytes += bytes;
    } catch (error) {
      options.signal.throwIfAborted();
      failed.push({ key: name, reason: (error as Error).message });
    } finally {
      stores.folders.forget(name);
    }
    options.onProgress(++done);
  }
  return { ...counts, failed };
}

const packFolder: Move = async ({ filesDir, objects, folders }, name, { keeps, signal }) => {
  const local = folders.localPath(name);
  const owner = await readOwner(`${local}.owner`);
  // An import that is at work moves it itself.
  if (isPlain(name) || !(await folders.isLocal(name)) || (owner && isWriterActive(owner))) return null;
  const before = await localParts(local);
  let bytes = 0;
  const store = async (folder: string, parts: typeof before) => {
    for (const [part, files] of baseLast(parts))
      bytes += await storePart(objects, { key: partKey(name, part), folder, files }, { signal });
  };
  await store(local, before);
  if (keeps) return bytes;
  const aside = join(incomingFolder(filesDir), randomUUID());
  await mkdir(dirname(aside), { recursive: true });
  await rename(local, aside);
  // What came until it was taken away, such as a plan.
  const isNew = ([part, files]: readonly [string, unknown]) =>
    JSON.stringify(files) !== JSON.stringify(before.get(part));
  await store(aside, new Map([...(await localParts(aside))].filter(isNew)));
  await rm(aside, { recursive: true });
  await rm(`${local}.owner`, { force: true });
  for (let above = dirname(local); above !== join(filesDir, 'models'); above = dirname(above))
    await nodeFs.removeIfEmpty(above);
  return bytes;
};

const unpackFolder: Move = async ({ objects, folders }, name, { keeps, signal }) => {
  const parts = await folders.parts(name);
  if (isPlain(name) || !parts.has(basePart(name))) return null;
  const local = folders.localPath(name);
  const there = (await folders.isLocal(name)) ? await localParts(local) : null;
  const into = there ? local : `${local}.part`;
  if (!there) await rm(into, { recursive: true, force: true });
  let bytes = 0;
  for (const [part, { key, sizeBytes }] of parts) {
    // What was added since may have been left incomplete by a kill; a plan is drawn again on the disk only.
    if (there?.has(part) && (part === basePart(name) || part.startsWith('site-plan'))) continue;
    signal.throwIfAborted();
    await unpackPart(objects, key, { into, isSafe: true });
    bytes += sizeBytes;
  }
  if (!there) {
    await rename(into, local);
    await nodeFs.sync(dirname(local), 'folder');
  }
  if (!keeps) for (const { key } of parts.values()) await objects.delete(key);
  return bytes;
};
