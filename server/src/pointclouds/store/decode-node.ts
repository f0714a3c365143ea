/** The inverse of `encode-node.ts`: a blob of the store as columns. */
import { brotliDecompressSync } from 'node:zlib';
import { bytesAPoint, COLUMN_BYTES, createNodeColumns, type NodeColumns } from './node-columns.ts';
import type { StoreColumn } from './store-index.ts';

/** Decodes the blobs of a store one after another into the same arrays. */
export type DecodeNode = (blob: Uint8Array, count: number) => NodeColumns;

/**
 * A decoder for blobs with these columns. Its result is valid until its next call. Throws an error with a sentence
 * where the blob is not a brotli stream or does not have `count` points.
 */
export function createNodeDecoder(columns: readonly StoreColumn[]): DecodeNode {
  const pointBytes = bytesAPoint(columns);
  let room = createNodeColumns(0);
  return (blob, count) => {
    if (room.x.length < count) room = createNodeColumns(Math.ceil(count * 1.25));
    const planes = decompressed(blob, count * pointBytes);
    let at = 0;
    for (const column of columns) {
      DECODERS[column](planes, at, count, room);
      at += count * COLUMN_BYTES[column];
    }
    return { ...room, count };
  };
}

function decompressed(blob: Uint8Array, bytes: number): Uint8Array {
  let planes: Buffer;
  try {
    // One buffer of the right size, instead of many pieces that have to be joined; a longer stream is refused.
    planes = brotliDecompressSync(blob, { chunkSize: Math.max(64, bytes + 1), maxOutputLength: bytes + 1 });
  } catch (error) {
    throw new Error('it cannot be decompressed', { cause: error });
  }
  if (planes.length !== bytes) throw new Error(`it holds ${planes.length} bytes where ${bytes} were expected`);
  return planes;
}

type DecodeColumn = (planes: Uint8Array, start: number, count: number, out: NodeColumns) => void;

const DECODERS: Readonly<Record<StoreColumn, DecodeColumn>> = {
  xyz: (planes, start, count, out) => {
    decode32(planes, start, count, out.x);
    decode32(planes, start + 4 * count, count, out.y);
    decode32(planes, start + 8 * count, count, out.z);
  },
  intensity: (planes, start, count, out) => decode16(planes, start, count, out.intensity),
  returns: (planes, start, count, out) => decode8(planes, start, count, out.returns),
  flags: (planes, start, count, out) => decode8(planes, start, count, out.flags),
  classification: (planes, start, count, out) => decode8(planes, start, count, out.classification),
  userData: (planes, start, count, out) => decode8(planes, start, count, out.userData),
  scanAngle: (planes, start, count, out) => decode16(planes, start, count, out.scanAngle),
  sourceId: (planes, start, count, out) => decode16(planes, start, count, out.sourceId),
  gpsTime: (planes, start, count, out) => decodeGpsTime(planes, start, count, out.gpsTimeBits),
  rgb: decodeRgb,
};

function decode32(planes: Uint8Array, start: number, count: number, out: Int32Array): void {
  let value = 0;
  for (let i = 0; i < count; i++) {
    const coded =
      planes[start + i]! |
      (planes[start + count + i]! << 8) |
      (planes[start + 2 * count + i]! << 16) |
      (planes[start + 3 * count + i]! << 24);
    value = (value + unZigZag(coded)) | 0;
    out[i] = value;
  }
}

function decode16(planes: Uint8Array, start: number, count: number, out: Uint16Array | Int16Array): void {
  let value = 0;
  for (let i = 0; i < count; i++) {
    value = (value + unZigZag(planes[start + i]! | (planes[start + count + i]! << 8))) & 0xffff;
    out[i] = value;
  }
}

function decode8(planes: Uint8Array, start: number, count: number, out: Uint8Array): void {
  let value = 0;
  for (let i = 0; i < count; i++) {
    value = (value + unZigZag(planes[start + i]!)) & 0xff;
    out[i] = value;
  }
}

function decodeGpsTime(planes: Uint8Array, start: number, count: number, out: Uint32Array): void {
  let low = 0;
  let high = 0;
  for (let i = 0; i < count; i++) {
    const codedLow =
      planes[start + i]! |
      (planes[start + count + i]! << 8) |
      (planes[start + 2 * count + i]! << 16) |
      (planes[start + 3 * count + i]! << 24);
    const codedHigh =
      planes[start + 4 * count + i]! |
      (planes[start + 5 * count + i]! << 8) |
      (planes[start + 6 * count + i]! << 16) |
      (planes[start + 7 * count + i]! << 24);
    const sign = -(codedLow & 1);
    const sum = low + ((((codedLow >>> 1) | (codedHigh << 31)) ^ sign) >>> 0);
    high = (high + ((codedHigh >>> 1) ^ sign) + (sum > 0xffffffff ? 1 : 0)) | 0;
    low = sum >>> 0;
    out[2 * i] = low;
    out[2 * i + 1] = high;
  }
}

function decodeRgb(planes: Uint8Array, start: number, count: number, out: NodeColumns): void {
  let [red, green, blue] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const at = start + i;
    const redDelta = unZigZag(planes[at]! | (planes[at + count]! << 8));
    red = (red + redDelta) & 0xffff;
    green = (green + redDelta + unZigZag(planes[at + 2 * count]! | (planes[at + 3 * count]! << 8))) & 0xffff;
    blue = (blue + redDelta + unZigZag(planes[at + 4 * count]! | (planes[at + 5 * count]! << 8))) & 0xffff;
    out.red[i] = red;
    out.green[i] = green;
    out.blue[i] = blue;
  }
}

const unZigZag = (coded: number): number => (coded >>> 1) ^ -(coded & 1);
