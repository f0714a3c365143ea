/** Finds the list of files of a ZIP archive, its central directory (PKWARE APPNOTE 6.3.10, 4.3.14 to 4.3.16). */
import { MalformedContentError } from '../tiles3d/index.ts';
import { type ArchiveSource, readRange } from './archive-source.ts';

const END = 0x06054b50;
const END_BYTES = 22;
/** A comment of up to 64 KiB may follow the end record. */
const COMMENT_LARGEST_BYTES = 0xffff;
const END_64_LOCATOR = 0x07064b50;
const END_64_LOCATOR_BYTES = 20;
const END_64 = 0x06064b50;
const END_64_BYTES = 56;
/** Of an entry of the list, without its name. */
export const ENTRY_BYTES = 46;
/** In place of a value of 16 bits, or of 32, that a zip64 record has. */
const IN_EXTRA_16 = 0xffff;
export const IN_EXTRA_32 = 0xffffffff;

export interface ZipDirectory {
  readonly at: number;
  readonly bytes: number;
  readonly files: number;
}

/** Throws MalformedContentError for what is no archive, or a damaged one. */
export async function findDirectory(file: ArchiveSource, name: string): Promise<ZipDirectory> {
  const tailAt = Math.max(0, file.sizeBytes - END_BYTES - COMMENT_LARGEST_BYTES);
  const tail = await readRange(file, tailAt, file.sizeBytes - tailAt, name);
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
async function findDirectory64(file: ArchiveSource, endAt: number, name: string): Promise<ZipDirectory | null> {
  const locatorAt = endAt - END_64_LOCATOR_BYTES;
  if (locatorAt < 0) return null;
  const locator = await readRange(file, locatorAt, END_64_LOCATOR_BYTES, name);
  if (locator.getUint32(0, true) !== END_64_LOCATOR) return null;
  const end = await readRange(file, size64(locator, 8), END_64_BYTES, name);
  if (end.getUint32(0, true) !== END_64) throw new MalformedContentError(name, 'Its zip64 record is damaged.');
  return { files: size64(end, 32), bytes: size64(end, 40), at: size64(end, 48) };
}

/** Beyond 2^53 the nearest double, which no length of a file reaches. */
export const size64 = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));
