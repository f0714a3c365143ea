/**
 * Reads a ZIP archive by ranges (PKWARE APPNOTE 6.3.10, with its zip64 records): the central directory once, and each file
 * when it is asked for. Counts and sizes of the archive are held against its length and against limits before anything is
 * allocated for them. Encrypted and split archives are not read.
 */
import { MalformedContentError, UnsupportedContentError } from '@overlook/shared/tiles3d';
import { inflate } from './inflate.ts';

/** Files of an archive that are listed, and bytes of its list: about 100 MiB of memory in each worker that reads it. */
export const ARCHIVE_FILES_LARGEST = 500_000;
const DIRECTORY_LARGEST_BYTES = 128 * 1024 * 1024;
/** Of one file, as it is stored and unpacked. */
const FILE_LARGEST_BYTES = 512 * 1024 * 1024;

const END = 0x06054b50;
const END_BYTES = 22;
/** A comment of up to 64 KiB may follow the end record. */
const COMMENT_LARGEST_BYTES = 0xffff;
const END_64_LOCATOR = 0x07064b50;
const END_64_LOCATOR_BYTES = 20;
const END_64 = 0x06064b50;
const END_64_BYTES = 56;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const IN_EXTRA_16 = 0xffff;
const IN_EXTRA_32 = 0xffffffff;
const EXTRA_64 = 0x0001;
const ENCRYPTED = 1;

const STORED = 0;
const DEFLATED = 8;
/** Names of other methods (APPNOTE 4.4.5), for the refusal. */
const METHODS: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  20: 'Zstandard',
  93: 'Zstandard',
  95: 'XZ',
};

interface Directory {
  readonly at: number;
  readonly bytes: number;
  readonly files: number;
}

interface Entry {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly storedBytes: number;
  readonly bytes: number;
  /** Of its local header. */
  readonly at: number;
}

export class ZipArchive {
  private constructor(
    private readonly file: Blob,
    /** Of the archive, for messages. */
    readonly name: string,
    private readonly directory: DataView,
    /** Where the entry of each file begins in the directory. */
    private readonly entries: ReadonlyMap<string, number>,
  ) {}

  /** Throws MalformedContentError for what is no archive, or a damaged one, and UnsupportedContentError for a larger one. */
  static async open(file: Blob, name: string): Promise<ZipArchive> {
    const { at, bytes, files } = await findDirectory(file, name);
    if (files > ARCHIVE_FILES_LARGEST || bytes > DIRECTORY_LARGEST_BYTES)
      throw new UnsupportedContentError(
        name,
        `It has more than ${ARCHIVE_FILES_LARGEST} files, or a list of them over 128 MiB.`,
      );
    const directory = await readRange(file, at, bytes, name);
    return new ZipArchive(file, name, directory, listOf(directory, files, name));
  }

  get names(): IterableIterator<string> {
    return this.entries.keys();
  }

  has(path: string): boolean {
    return this.entries.has(path);
  }

  /**
   * The bytes of a file. Throws MalformedContentError for one that is not there or is damaged, and UnsupportedContentError for
   * one that is encrypted, compressed in another way than deflate, or larger than 512 MiB.
   */
  async read(path: string): Promise<Uint8Array<ArrayBuffer>> {
    const where = `${this.name}, ${path}`;
    const start = this.entries.get(path);
    if (start === undefined) throw new MalformedContentError(this.name, `It has no file “${path}”.`);
    const { method, isEncrypted, storedBytes, bytes, at } = entryAt(this.directory, start, where);
    if (isEncrypted) throw new UnsupportedContentError(where, 'It is encrypted.');
    if (method !== STORED && method !== DEFLATED)
      throw new UnsupportedContentError(
        where,
        `It is compressed by ${METHODS[method] ?? `method ${method}`}, which is not read.`,
      );
    if (Math.max(storedBytes, bytes) > FILE_LARGEST_BYTES)
      throw new UnsupportedContentError(where, 'It is larger than 512 MiB.');
    const local = await readRange(this.file, at, LOCAL_BYTES, where);
    if (local.getUint32(0, true) !== LOCAL) throw new MalformedContentError(where, 'It is not where the list says.');
    const from = at + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
    const stored = await readRange(this.file, from, storedBytes, where);
    const packed = new Uint8Array(stored.buffer);
    const unpacked = method === STORED ? packed : await inflate(packed, 'deflate-raw', bytes, where);
    if (unpacked.byteLength !== bytes)
      throw new MalformedContentError(where, 'It has another size than the list says.');
    return unpacked;
  }
}

async function readRange(file: Blob, at: number, bytes: number, where: string): Promise<DataView<ArrayBuffer>> {
  if (!(at >= 0 && bytes >= 0 && at + bytes <= file.size))
    throw new MalformedContentError(where, `The file is cut off or damaged: it ends at byte ${file.size}.`);
  try {
    return new DataView(await file.slice(at, at + bytes).arrayBuffer());
  } catch {
    throw new MalformedContentError(where, 'The file cannot be read any more.');
  }
}

async function findDirectory(file: Blob, name: string): Promise<Directory> {
  const tailAt = Math.max(0, file.size - END_BYTES - COMMENT_LARGEST_BYTES);
  const tail = await readRange(file, tailAt, file.size - tailAt, name);
  const end = lastEnd(tail);
  if (end === null) throw new MalformedContentError(name, 'It is no ZIP archive, or it is cut off.');
  const found = {
    files: tail.getUint16(end + 10, true),
    bytes: tail.getUint32(end + 12, true),
    at: tail.getUint32(end + 16, true),
  };
  const isLarge = found.files === IN_EXTRA_16 || found.bytes === IN_EXTRA_32 || found.at === IN_EXTRA_32;
  const directory = (isLarge && (await findDirectory64(file, tailAt + end, name))) || found;
  const { at, bytes, files } = directory;
  if (files * ENTRY_BYTES > bytes || at + bytes > tailAt + end)
    throw new MalformedContentError(name, 'Its list of files is damaged.');
  return directory;
}

/** Where the last end record begins whose comment fits in; null for none. */
function lastEnd(tail: DataView): number | null {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END) continue;
    if (at + END_BYTES + tail.getUint16(at + 20, true) <= tail.byteLength) return at;
  }
  return null;
}

/** Null where there is no zip64 record: a count of exactly 65,535 files is none. */
async function findDirectory64(file: Blob, endAt: number, name: string): Promise<Directory | null> {
  const locatorAt = endAt - END_64_LOCATOR_BYTES;
  if (locatorAt < 0) return null;
  const locator = await readRange(file, locatorAt, END_64_LOCATOR_BYTES, name);
  if (locator.getUint32(0, true) !== END_64_LOCATOR) return null;
  const end = await readRange(file, size64(locator, 8), END_64_BYTES, name);
  if (end.getUint32(0, true) !== END_64) throw new MalformedContentError(name, 'Its zip64 record is damaged.');
  return { files: size64(end, 32), bytes: size64(end, 40), at: size64(end, 48) };
}

/** Beyond 2^53 the nearest double, which no length of a file reaches. */
const size64 = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

function listOf(directory: DataView<ArrayBuffer>, files: number, name: string): Map<string, number> {
  const entries = new Map<string, number>();
  const decoder = new TextDecoder();
  let at = 0;
  for (let i = 0; i < files; i++) {
    if (at + ENTRY_BYTES > directory.byteLength || directory.getUint32(at, true) !== ENTRY)
      throw new MalformedContentError(name, `Its list of files is damaged at entry ${i}.`);
    const nameBytes = directory.getUint16(at + 28, true);
    const next = at + ENTRY_BYTES + nameBytes + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
    if (next > directory.byteLength)
      throw new MalformedContentError(name, `Its list of files is cut off at entry ${i}.`);
    const path = decoder.decode(new Uint8Array(directory.buffer, at + ENTRY_BYTES, nameBytes)).replaceAll('\\', '/');
    if (!path.endsWith('/')) entries.set(path.replace(/^(?:\.?\/)+/, ''), at);
    at = next;
  }
  return entries;
}

/** The entry of a file, whose bounds {@link listOf} has checked. */
function entryAt(directory: DataView, at: number, where: string): Entry {
  const entry = {
    method: directory.getUint16(at + 10, true),
    isEncrypted: (directory.getUint16(at + 8, true) & ENCRYPTED) !== 0,
    storedBytes: directory.getUint32(at + 20, true),
    bytes: directory.getUint32(at + 24, true),
    at: directory.getUint32(at + 42, true),
  };
  const isLarge = [entry.storedBytes, entry.bytes, entry.at].includes(IN_EXTRA_32);
  return isLarge ? { ...entry, ...sizes64(directory, at, entry, where) } : entry;
}

/** The values of the zip64 field that stand for those that do not fit into 32 bits, in their order (APPNOTE 4.5.3). */
function sizes64(directory: DataView, entryAt: number, entry: Entry, where: string): Partial<Entry> {
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

function large(directory: DataView, from: number, to: number, entry: Entry, where: string): Partial<Entry> {
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
