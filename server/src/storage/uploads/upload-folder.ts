import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { UPLOAD_DIGEST_BYTES } from '@overlook/shared/config';
import type { UploadPart } from '@overlook/shared/schemas';
import { readFileList, type UploadFile, WrongFileListError } from '@overlook/shared/uploads';
import { OBJECT_KEYS } from '../objects/object-keys.ts';

const uploadsFolder = (filesDir: string): string => path.join(filesDir, OBJECT_KEYS.uploads);
export const uploadFolder = (filesDir: string, id: string): string => path.join(uploadsFolder(filesDir), id);

/** The sizes of what travels in a delivery. */
export interface UploadSizes {
  readonly listBytes: number;
  readonly bytes: number;
}

/** A piece of the bytes that travel, which lies in a file of its own. */
export interface Segment {
  /** Below the folder of the delivery. */
  readonly path: string;
  readonly startByte: number;
  readonly endByte: number;
}

const listSegment = ({ listBytes }: UploadSizes): Segment => ({
  path: 'list',
  startByte: 0,
  endByte: listBytes,
});

/** Where the files of one part lie. */
export const partFolder = (folder: string, part: UploadPart): string => path.join(folder, 'parts', part);

/** The list of files of a delivery as it was sent. Throws `WrongFileListError`. */
export const readUploadList = async (folder: string): Promise<UploadFile[]> =>
  readFileList(await readFile(path.join(folder, 'list'), 'utf8'));

/**
 * The pieces of a delivery in their order: the list, the files, the digest. Without the whole list only that. Throws
 * `WrongFileListError` for a list that is wrong, or whose sizes are not those of the delivery.
 */
export async function segmentsOf(folder: string, sizes: UploadSizes): Promise<readonly Segment[]> {
  const list = listSegment(sizes);
  if ((await sizeOf(path.join(folder, list.path))) !== list.endByte) return [list];
  return segmentsOfList(await readUploadList(folder), sizes);
}

/** The pieces of a delivery with these files. Throws `WrongFileListError` where the sizes are not those of the delivery. */
export function segmentsOfList(files: readonly UploadFile[], sizes: UploadSizes): readonly Segment[] {
  const list = listSegment(sizes);
  const segments = [list];
  let at = list.endByte;
  for (const { part, path: name, sizeBytes } of files) {
    segments.push({ path: `parts/${part}/${name}`, startByte: at, endByte: at + sizeBytes });
    at += sizeBytes;
  }
  segments.push({ path: 'digest', startByte: at, endByte: at + UPLOAD_DIGEST_BYTES });
  if (at + UPLOAD_DIGEST_BYTES !== sizes.bytes) throw new WrongFileListError(files.length, 'listShort', '');
  return segments;
}

/** Bytes of a file; null where there is none. */
const sizeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );

/**
 * How many bytes have arrived. Pieces are written one after another, so that the last one that exists says it: a process
 * may end at any moment without a word.
 */
export async function receivedBytes(folder: string, segments: readonly Segment[]): Promise<number> {
  const sizeAt = (index: number) => sizeOf(path.join(folder, segments[index]!.path));
  if ((await sizeAt(0)) === null) return 0;
  let there = 0;
  let absent = segments.length;
  while (absent - there > 1) {
    const middle = (there + absent) >> 1;
    if ((await sizeAt(middle)) === null) absent = middle;
    else there = middle;
  }
  return segments[there]!.startByte + ((await sizeAt(there)) ?? 0);
}

export async function makeUploadFolder(filesDir: string, id: string): Promise<void> {
  await mkdir(uploadFolder(filesDir, id), { recursive: true });
}

/** Removes every byte of a delivery. Its folder gets another name first, so that a request that still writes finds none. */
export async function removeUploadFolder(filesDir: string, id: string): Promise<void> {
  const folder = uploadFolder(filesDir, id);
  const gone = `${folder}.gone-${randomUUID()}`;
  await rename(folder, gone).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rm(gone, { recursive: true, force: true });
}

/** The names of the folders of deliveries, and of what removing left. */
export const uploadFolders = (filesDir: string): Promise<string[]> => readdir(uploadsFolder(filesDir)).catch(() => []);
