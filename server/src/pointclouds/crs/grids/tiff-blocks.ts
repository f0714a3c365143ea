import { inflateSync } from 'node:zlib';
import type { GridFile } from './grid-file.ts';
import { keeping } from './raster.ts';
import type { TiffDirectory } from './tiff-directory.ts';

export const TAG = {
  subfile: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  blockOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  blockBytes: 279,
  planar: 284,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  sampleFormat: 339,
  pixelScale: 33_550,
  tiePoint: 33_922,
  matrix: 34_264,
  geoKeys: 34_735,
  metadata: 42_112,
  noData: 42_113,
} as const;

/** PROJ publishes tiles of 256 × 256; strips may be as large as a whole grid of some million nodes. */
const BLOCK_BYTES_MOST = 256 * 1024 * 1024;

const NONE = 1;
const DEFLATE = [8, 32_946];
const FLOATING_POINT = 3;

/** Samples of a picture: how its blocks lie and what is in them. */
interface Layout {
  readonly width: number;
  readonly height: number;
  readonly across: number;
  /** Width and height of a block. */
  readonly block: readonly [number, number];
  readonly sampleBytes: number;
  /** Samples of a pixel that lie together: one where each sample has blocks of its own. */
  readonly together: number;
  readonly compression: number;
  readonly predictor: number;
  readonly offsets: readonly number[];
  readonly bytes: readonly number[];
  readonly perSample: number;
}

/** Reads samples: `column` and `row` from the first of the file. */
export type ReadSample = (column: number, row: number, sample: number) => number;

/** Opens the samples of a directory. Throws `ImportRefusedError` for kinds that grids do not have. */
export function openSamples(file: GridFile, directory: TiffDirectory): ReadSample {
  const layout = layoutOf(file, directory);
  const read = sampleReader(file, directory);
  const [width, height] = layout.block;
  const blockAt = keeping((index) => readBlock(file, directory, layout, index));
  return (column, row, sample) => {
    const index = Math.floor(row / height) * layout.across + Math.floor(column / width);
    const isApart = layout.together === 1;
    const block = blockAt(isApart ? index + sample * layout.perSample : index);
    const pixel = (row % height) * width + (column % width);
    return read(block, (pixel * layout.together + (isApart ? 0 : sample)) * layout.sampleBytes);
  };
}

function layoutOf(file: GridFile, directory: TiffDirectory): Layout {
  const first = (tag: number, otherwise: number) => directory.numbers(tag)[0] ?? otherwise;
  const [width, height] = [first(TAG.width, 0), first(TAG.height, 0)];
  const isTiled = directory.numbers(TAG.tileOffsets).length > 0;
  const block = isTiled
    ? ([first(TAG.tileWidth, 0), first(TAG.tileHeight, 0)] as const)
    : ([width, Math.min(height, first(TAG.rowsPerStrip, height))] as const);
  const samples = first(TAG.samples, 1);
  const isApart = first(TAG.planar, 1) === 2;
  const together = isApart ? 1 : samples;
  const sampleBytes = first(TAG.bits, 1) / 8;
  const place = `the directory at byte ${directory.at}`;
  const blockBytes = block[0] * block[1] * together * sampleBytes;
  if (!(samples >= 1 && samples <= 64 && blockBytes >= 1 && blockBytes <= BLOCK_BYTES_MOST))
    throw file.refusal(place, `says blocks of ${block[0]} × ${block[1]} nodes with ${samples} values each.`);
  const [across, down] = [Math.ceil(width / block[0]), Math.ceil(height / block[1])];
  const offsets = directory.numbers(isTiled ? TAG.tileOffsets : TAG.blockOffsets);
  const bytes = directory.numbers(isTiled ? TAG.tileBytes : TAG.blockBytes);
  const expected = across * down * (isApart ? samples : 1);
  if (offsets.length < expected || bytes.length < expected)
    throw file.refusal(place, `needs ${expected} blocks, but names ${Math.min(offsets.length, bytes.length)}.`);
  const [compression, predictor] = [first(TAG.compression, NONE), first(TAG.predictor, 1)];
  if (compression !== NONE && !DEFLATE.includes(compression))
    throw file.refusal(place, `is packed by method ${compression}; only Deflate, as PROJ publishes grids, is read.`);
  if (predictor < 1 || predictor > FLOATING_POINT) throw file.refusal(place, `has the predictor ${predictor}.`);
  return {
    width,
    height,
    across,
    block,
    sampleBytes,
    together,
    compression,
    predictor,
    offsets,
    bytes,
    perSample: across * down,
  };
}

/** How a sample is read, by its format: 1 is of integers from 0, 2 of integers, 3 of floating point. */
function sampleReader(file: GridFile, directory: TiffDirectory): (block: Buffer, at: number) => number {
  const bits = directory.numbers(TAG.bits)[0] ?? 1;
  const format = directory.numbers(TAG.sampleFormat)[0] ?? 1;
  const { isLittle } = directory;
  if (format === 3 && bits === 32) return (block, at) => (isLittle ? block.readFloatLE(at) : block.readFloatBE(at));
  if (format === 3 && bits === 64) return (block, at) => (isLittle ? block.readDoubleLE(at) : block.readDoubleBE(at));
  const bytes = bits / 8;
  if (bytes === 2 || bytes === 4) {
    if (format === 1) return (block, at) => (isLittle ? block.readUIntLE(at, bytes) : block.readUIntBE(at, bytes));
    if (format === 2) return (block, at) => (isLittle ? block.readIntLE(at, bytes) : block.readIntBE(at, bytes));
  }
  throw file.refusal(
    `the directory at byte ${directory.at}`,
    `has values of ${bits} bits in format ${format}; grids have 16 or 32 bits, or floating point.`,
  );
}

function readBlock(file: GridFile, { isLittle }: TiffDirectory, layout: Layout, index: number): Buffer {
  const { block, sampleBytes, together, compression, predictor, height, across, perSample } = layout;
  const top = Math.floor((index % perSample) / across) * block[1];
  // The last strip has the rows that are left; tiles are whole.
  const rows = block[0] === layout.width ? Math.min(block[1], height - top) : block[1];
  const rowBytes = block[0] * together * sampleBytes;
  const packedBytes = layout.bytes[index]!;
  if (packedBytes > BLOCK_BYTES_MOST) throw file.refusal(`block ${index}`, `says ${packedBytes} bytes.`);
  const packed = file.read(layout.offsets[index]!, packedBytes, `block ${index}`);
  const bytes = compression === NONE ? packed : inflated(file, packed, block[1] * rowBytes, index);
  if (bytes.byteLength < rows * rowBytes)
    throw file.refusal(`block ${index}`, `has ${bytes.byteLength} bytes, but should have ${rows * rowBytes}.`);
  if (predictor === 1) return bytes;
  for (let row = 0; row < rows; row++) {
    const one = bytes.subarray(row * rowBytes, (row + 1) * rowBytes);
    if (predictor === FLOATING_POINT) undoFloatingPoint(one, together, sampleBytes, isLittle);
    else undoDifferences(one, together, sampleBytes, isLittle);
  }
  return bytes;
}

function inflated(file: GridFile, packed: Buffer, most: number, index: number): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: most });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw file.refusal(`block ${index}`, `cannot be unpacked to at most ${most} bytes (${reason}).`);
  }
}

/** Each sample was written as the difference to the one of the pixel before. */
function undoDifferences(row: Buffer, together: number, size: number, isLittle: boolean): void {
  for (let at = together * size; at + size <= row.byteLength; at += size) {
    let carry = 0;
    for (let i = 0; i < size; i++) {
      const byte = at + (isLittle ? i : size - 1 - i);
      const sum = row[byte]! + row[byte - together * size]! + carry;
      row[byte] = sum;
      carry = sum >> 8;
    }
  }
}

/** The bytes of a row were sorted by significance, the highest first, and written as differences of bytes. */
function undoFloatingPoint(row: Buffer, together: number, size: number, isLittle: boolean): void {
  for (let at = together; at < row.byteLength; at++) row[at] = row[at]! + row[at - together]!;
  const sorted = Buffer.from(row);
  const count = row.byteLength / size;
  for (let i = 0; i < count; i++)
    for (let byte = 0; byte < size; byte++)
      row[i * size + (isLittle ? size - 1 - byte : byte)] = sorted[byte * count + i]!;
}
