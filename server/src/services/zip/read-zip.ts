import { open } from 'node:fs/promises';
import { ContentError, UnsupportedContentError } from '@overlook/shared/tiles3d';
import { openArchive } from './open-archive.ts';

/** Limits for reading an archive. */
export interface ZipLimits {
  /** Entries of the directory. */
  readonly entries: number;
  /** Unpacked bytes of one entry that is read. */
  readonly entryBytes: number;
  /** Unpacked bytes of all read entries. */
  readonly totalBytes: number;
}

/** The archive cannot be read, or is larger than the limits; `message` is a sentence without a path. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
}

export interface ZipReader {
  /** Names of the files, in the order of the directory, with "/" between folders. Never absolute, never with "..". */
  readonly names: readonly string[];
  /** Unpacks one file; null when there is none of this name. Throws `ZipError`. */
  read(name: string): Promise<Buffer | null>;
}

/** What is packed is hardly longer than what it unpacks to; a longer claim would only fill memory. */
const PACKED_MORE_BYTES = 4096;

/**
 * Opens an archive for `use` and closes it afterwards. The directory is read first; entries only on demand. Two
 * entries of one name count as damage. Throws `ZipError`.
 */
export async function readZip<T>(path: string, limits: ZipLimits, use: (zip: ZipReader) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    const rules = { files: limits.entries, isStrict: true };
    const zip = await inOwnWords(
      openArchive(file, '', rules),
      'The archive is damaged.',
      'The archive has too many files.',
    );
    let totalBytes = 0;
    return await use({
      names: [...zip.names],
      async read(name) {
        if (!zip.has(name)) return null;
        const { bytes, isEncrypted, storedBytes } = zip.entryOf(name);
        if (bytes > limits.entryBytes) throw new ZipError('It unpacks to too much.');
        totalBytes += bytes;
        if (totalBytes > limits.totalBytes) throw new ZipError('The archive unpacks to too much.');
        if (storedBytes > 1.01 * bytes + PACKED_MORE_BYTES) throw new ZipError('It is damaged.');
        if (isEncrypted) throw new ZipError('It is encrypted.');
        return Buffer.from(await inOwnWords(zip.read(name), 'It is damaged.'));
      },
    });
  } finally {
    await file.close();
  }
}

/** The words of the reader of archives name the file; those of this module do not. */
const inOwnWords = <T>(reading: Promise<T>, damaged: string, unsupported = damaged): Promise<T> =>
  reading.catch((error: unknown) => {
    if (!(error instanceof ContentError)) throw error;
    throw new ZipError(error instanceof UnsupportedContentError ? unsupported : damaged);
  });
