import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { UploadPart } from '@overlook/shared/schemas';
import { readFileList, type UploadFile } from '@overlook/shared/uploads';
import { FolderStore } from '../objects/folder-store.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { TwoStores } from '../objects/two-stores.ts';
import { StoredFolders } from '../folders/stored-folders.ts';
import { chunkBytes, endOf, isChunk, joinedChunks, readChunks, readFirst, removeChunks } from './upload-chunks.ts';
import {
  makeUploadFolder,
  partFolder,
  receivedBytes,
  removeUploadFolder,
  segmentsOf,
  segmentsOfList,
  uploadFolder,
  uploadFolders,
  type UploadSizes,
} from './upload-folder.ts';
import { writeChunks } from './write-chunks.ts';
import { assertWritable, cutIsEnd, writeSegments } from './write-segments.ts';

/** Bytes of a delivery that were stored are not there any more. */
export class UploadLostError extends Error {
  override readonly name = 'UploadLostError';
}

export interface UploadStores {
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  /** Files that are one object each; below `filesDir` without it. */
  readonly objects?: ObjectStore | undefined;
  /** Folders in these. */
  readonly folders?: StoredFolders | undefined;
}

/** What the row of a delivery says of its bytes. */
export interface UploadFacts extends UploadSizes {
  readonly id: string;
  readonly receivedBytes: number;
}

interface UseOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the empty folder to which the bytes are fetched, where they come from an object store; may throw. */
  beforeFetch?(folder: string): void;
  /** Called with the bytes that were fetched. */
  onFetched?(bytes: number): void;
}

/** The bytes of one delivery. */
export interface StoredUpload {
  /** Whether its files lie in one folder, from which those that are left out are removed. */
  readonly isFolder: boolean;
  /** How many have arrived. Throws `WrongFileListError`. */
  received(): Promise<number>;
  /**
   * Stores a stream from `offset` on, also where it is cut. `onStored` is called when bytes are safe, with the new offset, which it resolves to; it returns
   * whether the delivery is still there. Throws `WrongFileListError`, `PathRefusedError`, `UploadGoneError`, and the errors of disk and store.
   */
  write(stream: AsyncIterable<Buffer>, offset: number, onStored: (offset: number) => Promise<boolean>): Promise<number>;
  /** Whether there is such a file. Throws `WrongFileListError`. */
  has(part: UploadPart, name: string): Promise<boolean>;
  /** Gives `use` a folder with the files of a complete delivery. Throws `UploadLostError`, and the errors of disk and store. */
  with<T>(use: (folder: string) => Promise<T>, options?: UseOptions): Promise<T>;
}

/** Makes the place for the bytes of a new delivery, where it needs one. */
export async function makeUpload({ filesDir, objects }: UploadStores, id: string): Promise<void> {
  if (!(objects instanceof TwoStores)) await makeUploadFolder(filesDir, id);
}

/**
 * The bytes of a delivery, wherever they are: in the object store as chunks, or in a folder with the files of its list, as of those that
 * began without an object store.
 */
export async function openUpload(stores: UploadStores, upload: UploadFacts): Promise<StoredUpload> {
  const { filesDir, objects = new FolderStore(filesDir) } = stores;
  const folder = uploadFolder(filesDir, upload.id);
  const names = await readdir(folder).catch(() => null);
  // Chunks may lie in the folder of files, too, from a backup or when they were moved there.
  const isChunked = names?.some((name) => isChunk(`${OBJECT_KEYS.uploads}${upload.id}/${name}`));
  if (isChunked ?? objects instanceof TwoStores)
    return inChunks({ objects, folders: stores.folders ?? new StoredFolders({ filesDir, objects }) }, upload);
  return inFolder(folder, upload);
}

/** Removes every byte of a delivery, wherever it is. */
export async function removeUpload({ filesDir, objects }: UploadStores, id: string): Promise<void> {
  await removeUploadFolder(filesDir, id);
  if (objects instanceof TwoStores) await removeChunks(objects, id);
}

/** Removes what is there of deliveries that are not in `kept`, which is read after they were listed; also what removing left. */
export async function removeOtherUploads(
  { filesDir, objects }: UploadStores,
  kept: () => Promise<ReadonlySet<string>>,
): Promise<void> {
  const ids = new Set(await uploadFolders(filesDir));
  if (objects instanceof TwoStores) for await (const id of objects.store.names(OBJECT_KEYS.uploads)) ids.add(id);
  const keptIds = await kept();
  for (const id of ids) if (!keptIds.has(id)) await removeUpload({ filesDir, ...(objects && { objects }) }, id);
}

const isFile = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );

function inFolder(folder: string, upload: UploadFacts): StoredUpload {
  const pieces = () => segmentsOf(folder, upload);
  return {
    isFolder: true,
    received: async () => receivedBytes(folder, await pieces()),
    async write(stream, offset, onStored) {
      const reached = await writeSegments(cutIsEnd(stream), { folder, pieces, offset });
      await onStored(reached);
      return reached;
    },
    has: (part, name) => isFile(path.join(partFolder(folder, part), name)),
    with: (use) => use(folder),
  };
}

function inChunks(
  { objects, folders }: { readonly objects: ObjectStore; readonly folders: StoredFolders },
  { id, receivedBytes: notedBytes, ...sizes }: UploadFacts,
): StoredUpload {
  const { listBytes, bytes: allBytes } = sizes;
  async function files(): Promise<UploadFile[]> {
    const list = await readFirst(objects, id, listBytes);
    if (!list) throw new UploadLostError(`the list of delivery ${id} is lost`);
    return readFileList(list.toString('utf8'));
  }
  async function checkList(): Promise<void> {
    const sent = await files();
    segmentsOfList(sent, sizes);
    assertWritable(sent);
  }
  return {
    isFolder: false,
    received: () => chunkBytes(objects, id, notedBytes),
    async write(stream, offset, onStored) {
      if (offset >= listBytes) await checkList();
      return writeChunks(cutIsEnd(stream), {
        objects,
        id,
        offset,
        endFor: (at) => (at < listBytes ? listBytes : allBytes),
        async onStored(reached) {
          const isThere = await onStored(reached);
          // Before the first byte of a file.
          if (isThere && reached === listBytes) await checkList();
          return isThere;
        },
      });
    },
    has: async (part, name) => (await files()).some((file) => file.part === part && file.path === name),
    with: (use, { signal, beforeFetch, onFetched } = {}) =>
      folders.withScratch(allBytes, async (folder) => {
        beforeFetch?.(folder);
        const joined = await joinedChunks(objects, id);
        if (endOf(joined) < allBytes) throw new UploadLostError(`${endOf(joined)} of ${allBytes} bytes are there`);
        async function* fetched() {
          let done = 0;
          for await (const bytes of readChunks(objects, joined, signal)) {
            yield bytes;
            onFetched?.((done += bytes.length));
          }
        }
        await writeSegments(fetched(), { folder, pieces: () => segmentsOf(folder, sizes), offset: 0 });
        return use(folder);
      }),
  };
}
