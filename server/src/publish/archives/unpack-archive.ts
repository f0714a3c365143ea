import { mkdir, open, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { ZipArchive } from '@overlook/shared/archives';
import { ContentError, MalformedContentError } from '@overlook/shared/tiles3d';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { openArchive } from '../../services/zip/open-archive.ts';

/** Bytes that are written so far, and in all. */
export interface UnpackProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * An import writes its files twice, in its work folder and where they are published; other writers of the disk, the database
 * among them, need room too.
 */
const SHARE_OF_FREE_SPACE = 0.45;

/**
 * Unpacks a 3D Tiles archive (.3tz) into `folder`, which is made. Names and sizes are checked before anything is written, and each file against its
 * checksum. Throws `ImportRefusedError` for an archive that is damaged, larger than the free space, or names files that cannot be written below
 * the folder.
 */
export async function unpackArchive(
  archive: string,
  folder: string,
  onProgress: (progress: UnpackProgress) => void,
): Promise<void> {
  const name = path.basename(archive);
  const file = await open(archive, 'r');
  try {
    const zip = await openArchive(file, name);
    if (!zip.has('tileset.json')) throw new MalformedContentError(name, 'It has no file tileset.json.');
    await mkdir(folder, { recursive: true });
    const total = await checkedTotal(zip, (await file.stat()).size, folder);
    let done = 0;
    for (const filePath of zip.names) {
      const bytes = await zip.read(filePath);
      if (crc32(bytes) !== zip.entryOf(filePath).crc32)
        throw new MalformedContentError(`${name}, ${filePath}`, 'It is damaged: its checksum is wrong.');
      await write(path.join(folder, filePath), bytes, `${name}, ${filePath}`);
      onProgress({ done: (done += bytes.byteLength), total });
    }
  } catch (error) {
    throw error instanceof ContentError ? refusal(name, error) : error;
  } finally {
    await file.close();
  }
}

/** Places of an archive begin with its name. */
const refusal = (name: string, { place, reason }: ContentError): ImportRefusedError =>
  new ImportRefusedError(name, place.slice(name.length).replace(/^, /, ''), reason);

/** Unpacked bytes of all files, whose names and sizes it has checked. */
async function checkedTotal(zip: ZipArchive, archiveBytes: number, folder: string): Promise<number> {
  let [stored, total] = [0, 0];
  for (const filePath of zip.names) {
    if (!isBelow(filePath))
      throw new MalformedContentError(`${zip.name}, ${filePath}`, 'It has a name that leads out of the archive.');
    const entry = zip.entryOf(filePath);
    stored += entry.storedBytes;
    total += entry.bytes;
  }
  if (stored > archiveBytes)
    throw new MalformedContentError(zip.name, 'Its files overlap: together they are larger than the archive.');
  const { bavail, bsize } = await statfs(folder);
  if (total > bavail * bsize * SHARE_OF_FREE_SPACE)
    throw new MalformedContentError(
      zip.name,
      `It unpacks to ${inMib(total)} MiB, and is published beside that. The disk has ${inMib(bavail * bsize)} MiB left.`,
    );
  return total;
}

const inMib = (bytes: number): string => Math.ceil(bytes / 1024 / 1024).toLocaleString('en');

/** Whether a path of an archive, with forward slashes, stays below the folder that it is written to on every system. */
const isBelow = (filePath: string): boolean =>
  filePath
    .split('/')
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    .every((segment) => !/^\.{0,2}$/.test(segment) && !/[\u0000-\u001f:]/.test(segment));

/** Errors of a name, not of the disk. */
const NAME_ERRORS = ['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'EINVAL', 'ERR_INVALID_ARG_VALUE'];

async function write(target: string, bytes: Uint8Array, where: string): Promise<void> {
  try {
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, bytes, { flag: 'wx' });
  } catch (error) {
    if (!NAME_ERRORS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new MalformedContentError(where, 'It has a name that cannot be written beside the other files.');
  }
}
