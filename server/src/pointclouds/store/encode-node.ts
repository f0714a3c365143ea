/**
 * A node's points as a blob of the store (docs/point-store.md): column by column, each value minus the one before it,
 * zig-zag, split into byte planes, the whole compressed with brotli. Points keep their order, which is that of their
 * file: neighbours in a file differ little, above all in GPS time.
 */
import { brotliCompressSync, constants } from 'node:zlib';
import { RECORD_BYTES, RECORD_WORDS, recordWords } from '../record.ts';
import { bytesAPoint, COLUMN_BYTES, NODE_POINTS_MOST } from './node-columns.ts';
import type { StoreColumn } from './store-index.ts';

/**
 * Level 4 takes a third of the time of a build; 1 is faster and 7 % larger, 9 is 1 % smaller and 15 times slower.
 */
const BROTLI_QUALITY = 4;

/** The blob of `count` records. Columns that are not in `columns` are left out and read back as 0. */
export function encodeNode(records: Uint8Array, count: number, columns: readonly StoreColumn[]): Buffer {
  if (count > NODE_POINTS_MOST) throw new RangeError(`A node of ${count} points is larger than ${NODE_POINTS_MOST}.`);
  const words = wordsOf(records, count);
  const planes = new Uint8Array(count * bytesAPoint(columns));
  let at = 0;
  for (const column of columns) {
    ENCODERS[column](words, count, planes, at);
    at += count * COLUMN_BYTES[column];
  }
  return brotliCompressSync(planes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: 20,
      [constants.BROTLI_PARAM_SIZE_HINT]: planes.length,
    },
  });
}

/** Records as unsigned words of 32 bits. */
function wordsOf(records: Uint8Array, count: number): Uint32Array {
  const bytes = count * RECORD_BYTES;
  if (records.length < bytes)
    throw new RangeError(`${count} records need ${bytes} bytes, and ${records.length} are there.`);
  const { buffer, byteOffset, length } = recordWords(records, count);
  return new Uint32Array(buffer, byteOffset, length);
}

type EncodeColumn = (words: Uint32Array, count: number, planes: Uint8Array, start: number) => void;

const ENCODERS: Readonly<Record<StoreColumn, EncodeColumn>> = {
  xyz: (words, count, planes, start) => {
    for (let axis = 0; axis < 3; axis++) encode32(words, axis, count, planes, start + 4 * axis * count);
  },
  intensity: encode16(3, 0),
  returns: encode8(3, 16),
  flags: encode8(3, 24),
  classification: encode8(4, 0),
  userData: encode8(4, 8),
  scanAngle: encode16(4, 16),
  sourceId: encode16(5, 0),
  gpsTime: encodeGpsTime,
  rgb: encodeRgb,
};

function encode32(words: Uint32Array, word: number, count: number, planes: Uint8Array, start: number): void {
  let previous = 0;
  for (let i = 0, at = word; i < count; i++, at += RECORD_WORDS) {
    const value = words[at]! | 0;
    const delta = (value - previous) | 0;
    const coded = (delta << 1) ^ (delta >> 31);
    previous = value;
    planes[start + i] = coded;
    planes[start + count + i] = coded >>> 8;
    planes[start + 2 * count + i] = coded >>> 16;
    planes[start + 3 * count + i] = coded >>> 24;
  }
}

function encode16(word: number, shift: number): EncodeColumn {
  return (words, count, planes, start) => {
    let previous = 0;
    for (let i = 0, at = word; i < count; i++, at += RECORD_WORDS) {
      const value = (words[at]! >>> shift) & 0xffff;
      const delta = ((value - previous) << 16) >> 16;
      const coded = (delta << 1) ^ (delta >> 15);
      previous = value;
      planes[start + i] = coded;
      planes[start + count + i] = coded >>> 8;
    }
  };
}

function encode8(word: number, shift: number): EncodeColumn {
  return (words, count, planes, start) => {
    let previous = 0;
    for (let i = 0, at = word; i < count; i++, at += RECORD_WORDS) {
      const value = (words[at]! >>> shift) & 0xff;
      const delta = ((value - previous) << 24) >> 24;
      previous = value;
      planes[start + i] = (delta << 1) ^ (delta >> 7);
    }
  };
}

/** The 64 bits of the double as an integer, in two words. */
function encodeGpsTime(words: Uint32Array, count: number, planes: Uint8Array, start: number): void {
  let previousLow = 0;
  let previousHigh = 0;
  for (let i = 0, at = 5; i < count; i++, at += RECORD_WORDS) {
    const middle = words[at + 1]!;
    const low = ((words[at]! >>> 16) | (middle << 16)) >>> 0;
    const high = (middle >>> 16) | (words[at + 2]! << 16);
    const deltaLow = (low - previousLow) | 0;
    const deltaHigh = (high - previousHigh - (low < previousLow ? 1 : 0)) | 0;
    const sign = deltaHigh >> 31;
    const codedLow = (deltaLow << 1) ^ sign;
    const codedHigh = ((deltaHigh << 1) | (deltaLow >>> 31)) ^ sign;
    previousLow = low;
    previousHigh = high;
    planes[start + i] = codedLow;
    planes[start + count + i] = codedLow >>> 8;
    planes[start + 2 * count + i] = codedLow >>> 16;
    planes[start + 3 * count + i] = codedLow >>> 24;
    planes[start + 4 * count + i] = codedHigh;
    planes[start + 5 * count + i] = codedHigh >>> 8;
    planes[start + 6 * count + i] = codedHigh >>> 16;
    planes[start + 7 * count + i] = codedHigh >>> 24;
  }
}

/** Green and blue are coded as the difference of their delta to that of red: scanned colours are nearly grey. */
function encodeRgb(words: Uint32Array, count: number, planes: Uint8Array, start: number): void {
  let [red, green, blue] = [0, 0, 0];
  for (let i = 0, at = 7; i < count; i++, at += RECORD_WORDS) {
    const nextRed = words[at]! >>> 16;
    const nextGreen = words[at + 1]! & 0xffff;
    const nextBlue = words[at + 1]! >>> 16;
    const redDelta = nextRed - red;
    const codedRed = zigZag16(redDelta);
    const codedGreen = zigZag16(nextGreen - green - redDelta);
    const codedBlue = zigZag16(nextBlue - blue - redDelta);
    red = nextRed;
    green = nextGreen;
    blue = nextBlue;
    planes[start + i] = codedRed;
    planes[start + count + i] = codedRed >>> 8;
    planes[start + 2 * count + i] = codedGreen;
    planes[start + 3 * count + i] = codedGreen >>> 8;
    planes[start + 4 * count + i] = codedBlue;
    planes[start + 5 * count + i] = codedBlue >>> 8;
  }
}

function zigZag16(difference: number): number {
  const delta = (difference << 16) >> 16;
  return (delta << 1) ^ (delta >> 15);
}
