/**
 * Reads a ZIP archive by ranges (PKWARE APPNOTE 6.3.10, with its zip64 records): the central directory once, and each file
 * when it is asked for. Counts and sizes of the archive are held against its length and against limits before anything is
 * allocated for them. Encrypted and split archives are not read.
 */
import type { StopSignal } from '../point-files/index.ts';
import { MalformedContentError, UnsupportedContentError } from '../tiles3d/index.ts';
import { type ArchiveSource, readRange } from './archive-source.ts';
import { decodeName } from './entry-names.ts';
import { ENTRY_BYTES, findDirectory, IN_EXTRA_32, size64 } from './zip-directory.ts';

/** Files of an archive that are listed, and bytes of its list: about 100 MiB of memory in each worker that reads it. */
const ARCHIVE_FILES_LARGEST = 500_000;
const DIRECTORY_LARGEST_BYTES = 128 * 1024 * 1024;
/** Of one file, as it is stored and unpacked. */
const FILE_LARGEST_BYTES = 512 * 1024 * 1024;

const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
/** Of the extra fields of a local header, as they usually are at most. */
const LOCAL_EXTRA_BYTES = 64;
/** A larger file is read apart from its local header, so that it is in memory once. */
const READ_AT_ONCE_LARGEST_BYTES = 1024 * 1024;
const EXTRA_64 = 0x0001;
const ENCRYPTED = 1;
/** Names that are absolute, or that lead above their own folder. */
const LEADS_OUT = /^\/|^[a-z]:|(?:^|\/)\.\.(?:\/|$)/i;

/** Methods (APPNOTE 4.4.5). */
export const STORED = 0;
export const DEFLATED = 8;
/** Names of other methods, for the refusal. */
const METHODS: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  20: 'Zstandard',
  93: 'Zstandard',
  95: 'XZ',
};

/** What the list of an archive says of a file. */
export interface ZipEntry {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly storedBytes: number;
  readonly bytes: number;
  readonly crc32: number;
  /** Of its local header. */
  readonly at: number;
}

/** What an archive may be. */
export interface ZipRules {
  /** Files that it may list. */
  readonly files?: number;
  /** Refuses names that are absolute, that lead out of the archive and that occur twice; otherwise the last file of a name counts. */
  readonly isStrict?: boolean;
}

/** Unpacks a raw stream of deflate. Throws MalformedContentError for a damaged one, and as soon as there are more bytes than `most`. */
export type InflateRaw = (
  packed: Uint8Array<ArrayBuffer>,
  most: number,
  where: string,
) => Promise<Uint8Array<ArrayBuffer>>;

export class ZipArchive {
  private constructor(
    private readonly source: ArchiveSource,
    /** Of the archive, for messages. */
    readonly name: string,
    private readonly inflateRaw: InflateRaw,
    private readonly directory: DataView,
    /** Where the entry of each file begins in the directory. */
    private readonly entries: ReadonlyMap<string, number>,
  ) {}

  /** Throws MalformedContentError for what is no archive, or a damaged one, and UnsupportedContentError for a larger one. */
  static async open(
    source: ArchiveSource,
    name: string,
    inflateRaw: InflateRaw,
    { files: most = ARCHIVE_FILES_LARGEST, isStrict = false }: ZipRules = {},
  ): Promise<ZipArchive> {
    const { at, bytes, files } = await findDirectory(source, name);
    if (files > most || bytes > DIRECTORY_LARGEST_BYTES)
      throw new UnsupportedContentError(name, `It has more than ${most} files, or a list of them over 128 MiB.`);
    const directory = await readRange(source, at, bytes, name);
    return new ZipArchive(source, name, inflateRaw, directory, listOf(directory, { files, name, isStrict }));
  }

  get names(): IterableIterator<string> {
    return this.entries.keys();
  }

  has(path: string): boolean {
    return this.entries.has(path);
  }

  /** Throws MalformedContentError for a file that is not there, and for a damaged entry. */
  entryOf(path: string): ZipEntry {
    return entryAt(this.directory, this.startOf(path), `${this.name}, ${path}`);
  }

  /**
   * The bytes of a file. Throws MalformedContentError for one that is not there or is damaged, and UnsupportedContentError for
   * one that is encrypted, compressed in another way than deflate, or larger than 512 MiB.
   */
  async read(path: string, signal?: StopSignal | null): Promise<Uint8Array<ArrayBuffer>> {
    const where = `${this.name}, ${path}`;
    const entry = this.entryOf(path);
    const { method, isEncrypted, storedBytes, bytes } = entry;
    if (isEncrypted) throw new UnsupportedContentError(where, 'It is encrypted.');
    if (method !== STORED && method !== DEFLATED)
      throw new UnsupportedContentError(
        where,
        `It is compressed by ${METHODS[method] ?? `method ${method}`}, which is not read.`,
      );
    if (Math.max(storedBytes, bytes) > FILE_LARGEST_BYTES)
      throw new UnsupportedContentError(where, 'It is larger than 512 MiB.');
    const packed = await this.packed(entry, this.startOf(path), where, signal);
    const unpacked = method === STORED ? packed : await this.inflateRaw(packed, bytes, where);
    if (unpacked.byteLength !== bytes)
      throw new MalformedContentError(where, 'It has another size than the list says.');
    return unpacked;
  }

  /** The bytes as they are stored, as a buffer of their own. A small file is one read, which is one request of an archive on a server. */
  private async packed(
    { at, storedBytes }: ZipEntry,
    start: number,
    where: string,
    signal: StopSignal | null | undefined,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { source, directory } = this;
    const guess =
      storedBytes > READ_AT_ONCE_LARGEST_BYTES
        ? LOCAL_BYTES
        : LOCAL_BYTES + directory.getUint16(start + 28, true) + LOCAL_EXTRA_BYTES + storedBytes;
    const local = await readRange(
      source,
      at,
      Math.max(LOCAL_BYTES, Math.min(guess, source.sizeBytes - at)),
      where,
      signal,
    );
    const from = dataStart(local, where);
    if (from + storedBytes <= local.byteLength) return new Uint8Array(local.buffer.slice(from, from + storedBytes));
    return new Uint8Array((await readRange(source, at + from, storedBytes, where, signal)).buffer);
  }

  /**
   * Where the bytes of a file are in the archive as they are stored, `to` exclusive, to be read as a stream: of any method and size.
   * Throws MalformedContentError for a file that is not there or is damaged.
   */
  async rangeOf(path: string): Promise<{ readonly from: number; readonly to: number }> {
    const where = `${this.name}, ${path}`;
    const { at, storedBytes } = this.entryOf(path);
    const from = at + dataStart(await readRange(this.source, at, LOCAL_BYTES, where), where);
    if (from + storedBytes > this.source.sizeBytes) throw new MalformedContentError(where, 'It is cut off.');
    return { from, to: from + storedBytes };
  }

  private startOf(path: string): number {
    const start = this.entries.get(path);
    if (start === undefined) throw new MalformedContentError(this.name, `It has no file “${path}”.`);
    return start;
  }
}

function listOf(
  directory: DataView<ArrayBuffer>,
  { files, name, isStrict }: { files: number; name: string; isStrict: boolean },
): Map<string, number> {
  const entries = new Map<string, number>();
  let at = 0;
  for (let i = 0; i < files; i++) {
    if (at + ENTRY_BYTES > directory.byteLength || directory.getUint32(at, true) !== ENTRY)
      throw new MalformedContentError(name, `Its list of files is damaged at entry ${i}.`);
    const nameBytes = directory.getUint16(at + 28, true);
    const next = at + ENTRY_BYTES + nameBytes + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
    if (next > directory.byteLength)
      throw new MalformedContentError(name, `Its list of files is cut off at entry ${i}.`);
    const written = new Uint8Array(directory.buffer, at + ENTRY_BYTES, nameBytes);
    const path = decodeName(written).replaceAll('\\', '/');
    if (isStrict && (LEADS_OUT.test(path) || entries.has(path)))
      throw new MalformedContentError(name, `It has a file “${path}” that leads out of it, or that it has twice.`);
    if (!path.endsWith('/')) entries.set(path.replace(/^(?:\.?\/)+/, ''), at);
    at = next;
  }
  return entries;
}

/** Bytes from the beginning of a local header to the data of its file. */
function dataStart(local: DataView, where: string): number {
  if (local.getUint32(0, true) !== LOCAL) throw new MalformedContentError(where, 'It is not where the list says.');
  return LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
}

/** The entry of a file, whose bounds {@link listOf} has checked. */
function entryAt(directory: DataView, at: number, where: string): ZipEntry {
  const entry = {
    method: directory.getUint16(at + 10, true),
    isEncrypted: (directory.getUint16(at + 8, true) & ENCRYPTED) !== 0,
    crc32: directory.getUint32(at + 16, true),
    storedBytes: directory.getUint32(at + 20, true),
    bytes: directory.getUint32(at + 24, true),
    at: directory.getUint32(at + 42, true),
  };
  const isLarge = [entry.storedBytes, entry.bytes, entry.at].includes(IN_EXTRA_32);
  return isLarge ? { ...entry, ...sizes64(directory, at, entry, where) } : entry;
}

/** The values of the zip64 field that stand for those that do not fit into 32 bits, in their order (APPNOTE 4.5.3). */
function sizes64(directory: DataView, entryAt: number, entry: ZipEntry, where: string): Partial<ZipEntry> {
  let at = entryAt + ENTRY_BYTES + directory.getUint16(entryAt + 28, true);
  const end = at + directory.getUint16(entryAt + 30, true);
  while (at + 4 <= end) {
    const [id, length] = [directory.getUint16(at, true), directory.getUint16(at + 2, true)];
    at += 4;
    if (id === EXTRA_64 && at + length <= end) return large(directory, at, at + length, entry, where);
    at += length;
  }
  return {};
}

function large(directory: DataView, from: number, to: number, entry: ZipEntry, where: string): Partial<ZipEntry> {
  const values: Partial<Record<'bytes' | 'storedBytes' | 'at', number>> = {};
  let at = from;
  for (const key of ['bytes', 'storedBytes', 'at'] as const) {
    if (entry[key] !== IN_EXTRA_32) continue;
    if (at + 8 > to) throw new MalformedContentError(where, 'Its zip64 field is damaged.');
    values[key] = size64(directory, at);
    at += 8;
  }
  return values;
}
