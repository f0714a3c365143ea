import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';

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

const open = promisify<string, yauzl.Options, ZipFile>(yauzl.open);

/** yauzl's own words name offsets and signatures. */
const damaged = () => new ZipError('The archive is damaged.');

/**
 * Opens an archive for `use` and closes it afterwards. The directory is read first; entries only on demand. Two
 * entries of one name count as damage. Throws `ZipError`.
 */
export async function readZip<T>(path: string, limits: ZipLimits, use: (zip: ZipReader) => Promise<T>): Promise<T> {
  const zip = await open(path, { lazyEntries: true, autoClose: false, strictFileNames: false }).catch(() => {
    throw damaged();
  });
  try {
    const entries = await listEntries(zip, limits);
    let totalBytes = 0;
    return await use({
      names: [...entries.keys()],
      async read(name) {
        const entry = entries.get(name);
        if (!entry) return null;
        if (entry.uncompressedSize > limits.entryBytes) throw new ZipError('It unpacks to too much.');
        totalBytes += entry.uncompressedSize;
        if (totalBytes > limits.totalBytes) throw new ZipError('The archive unpacks to too much.');
        return unpack(zip, entry);
      },
    });
  } finally {
    zip.close();
  }
}

function listEntries(zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    if (zip.entryCount > limits.entries) return reject(new ZipError('The archive has too many files.'));
    zip.on('error', () => reject(damaged()));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      if (entries.has(entry.fileName)) return reject(damaged());
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

/** yauzl ends the stream with an error when there are more or fewer bytes than the directory says. */
function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (entry.isEncrypted()) return reject(new ZipError('It is encrypted.'));
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(new ZipError('It is damaged.'));
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', () => reject(new ZipError('It is damaged.')));
      stream.on('end', () => resolve(Buffer.concat(chunks)));
    });
  });
}
