import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { type ArchiveSource, type InflateRaw, ZipArchive, type ZipRules } from '@overlook/shared/archives';
import { MalformedContentError } from '@overlook/shared/tiles3d';

/** The ZIP archive of an open file, which the caller closes. `name` begins the place of each error. Throws `ContentError`. */
export async function openArchive(file: FileHandle, name: string, rules?: ZipRules): Promise<ZipArchive> {
  return ZipArchive.open(sourceOf(file, (await file.stat()).size), name, inflate, rules);
}

const sourceOf = (file: FileHandle, sizeBytes: number): ArchiveSource => ({
  sizeBytes,
  async read(from, to, where) {
    const bytes = new Uint8Array(to - from);
    for (let done = 0; done < bytes.length;) {
      const { bytesRead } = await file.read(bytes, done, bytes.length - done, from + done);
      if (bytesRead === 0) throw new MalformedContentError(where, 'The file became shorter while it was read.');
      done += bytesRead;
    }
    return bytes.buffer;
  },
});

const inflated = promisify(inflateRaw);

/** Unpacks by zlib. */
export const inflate: InflateRaw = async (packed, most, where) => {
  try {
    // zlib takes no limit of 0.
    return Uint8Array.from(await inflated(packed, { maxOutputLength: Math.max(1, most) }));
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new MalformedContentError(
      where,
      isLarge ? `Unpacked it is larger than ${most} bytes.` : 'Its compressed data are damaged.',
    );
  }
};
