import type { GridFile } from './grid-file.ts';

/** A directory of a TIFF file: the numbers, or the text, of each tag. */
export interface TiffDirectory {
  /** Byte of the file, for errors. */
  readonly at: number;
  readonly isLittle: boolean;
  /** Empty for a tag that is not there. */
  numbers(tag: number): readonly number[];
  text(tag: number): string;
}

const DIRECTORIES_MOST = 1024;
const TAGS_MOST = 1024;
/** Of all tags of a file: the offsets of the blocks of the largest grids in use take some hundred kB. */
const VALUE_BYTES_MOST = 32 * 1024 * 1024;

/** Bytes of a value of each type of TIFF and BigTIFF. */
const TYPE_BYTES: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  6: 1,
  8: 2,
  9: 4,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
};

interface Layout {
  readonly isLittle: boolean;
  readonly isBig: boolean;
  /** Bytes of tags that may still be read: several may name the same bytes of the file. */
  bytesLeft: number;
}

/** Reads the directories of a TIFF or BigTIFF file. Throws `ImportRefusedError`. */
export function readDirectories(file: GridFile): TiffDirectory[] {
  const header = file.read(0, 16, 'header');
  const order = header.toString('latin1', 0, 2);
  const isLittle = order === 'II';
  const version = isLittle ? header.readUInt16LE(2) : header.readUInt16BE(2);
  if ((order !== 'II' && order !== 'MM') || (version !== 42 && version !== 43))
    throw file.refusal('byte 0', 'is no TIFF file.');
  const layout = { isLittle, isBig: version === 43, bytesLeft: VALUE_BYTES_MOST };
  const found: TiffDirectory[] = [];
  const seen = new Set<number>();
  let at = layout.isBig ? uint(header, 8, 8, isLittle) : uint(header, 4, 4, isLittle);
  while (at !== 0) {
    if (seen.has(at) || seen.size >= DIRECTORIES_MOST)
      throw file.refusal(`byte ${at}`, `has its directories in a circle, or more than ${DIRECTORIES_MOST}.`);
    seen.add(at);
    const { directory, next } = readDirectory(file, at, layout);
    found.push(directory);
    at = next;
  }
  return found;
}

function uint(bytes: Buffer, at: number, size: number, isLittle: boolean): number {
  if (size < 8) return isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
  return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
}

function readDirectory(file: GridFile, at: number, layout: Layout): { directory: TiffDirectory; next: number } {
  const { isLittle, isBig } = layout;
  const [countBytes, entryBytes, offsetBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
  const count = uint(file.read(at, countBytes, 'directory'), 0, countBytes, isLittle);
  if (count > TAGS_MOST) throw file.refusal(`byte ${at}`, `says a directory of ${count} tags.`);
  const entries = file.read(at + countBytes, count * entryBytes + offsetBytes, 'directory');
  const values = new Map<number, { type: number; bytes: Buffer }>();
  for (let i = 0; i < count; i++) {
    const entry = entries.subarray(i * entryBytes, (i + 1) * entryBytes);
    const type = uint(entry, 2, 2, isLittle);
    const size = (TYPE_BYTES[type] ?? 0) * uint(entry, 4, offsetBytes, isLittle);
    layout.bytesLeft -= size;
    if (layout.bytesLeft < 0)
      throw file.refusal(`byte ${at}`, `says tags of more than ${VALUE_BYTES_MOST} bytes together.`);
    const own = entry.subarray(4 + offsetBytes);
    const bytes =
      size <= offsetBytes ? own.subarray(0, size) : file.read(uint(own, 0, offsetBytes, isLittle), size, 'tag');
    values.set(uint(entry, 0, 2, isLittle), { type, bytes });
  }
  const directory = {
    at,
    isLittle,
    numbers: (tag: number) => numbersOf(values.get(tag), isLittle),
    text: (tag: number) => values.get(tag)?.bytes.toString('latin1').replace(/\0+$/, '') ?? '',
  };
  return { directory, next: uint(entries, count * entryBytes, offsetBytes, isLittle) };
}

const FLOAT = 11;
const DOUBLE = 12;

function numbersOf(value: { type: number; bytes: Buffer } | undefined, isLittle: boolean): number[] {
  if (!value) return [];
  const { type, bytes } = value;
  const size = TYPE_BYTES[type] ?? 1;
  return Array.from({ length: bytes.byteLength / size }, (_, i) => {
    if (type === DOUBLE) return isLittle ? bytes.readDoubleLE(i * 8) : bytes.readDoubleBE(i * 8);
    if (type === FLOAT) return isLittle ? bytes.readFloatLE(i * 4) : bytes.readFloatBE(i * 4);
    return uint(bytes, i * size, size, isLittle);
  });
}
