import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { PANORAMA, PHOTO_IMPORT } from '@overlook/shared/config';
import { panoramaLevels } from '@overlook/shared/maths';
import type { ByteRange } from './objects/object-store.ts';

/** Name of the file of all tiles, in the folder of their picture. */
export const TILES_FILE = 'tiles.bin';
const MAGIC = 0x3154_564f; // "OVT1"
const LEVELS_MOST = 16;
const JPEG_QUALITY = 85;

/** Path of a tile as versions before kept it, each in a file of its own, in the folder of its picture. */
export const singleTilePath = (level: number, column: number, row: number): string =>
  `tiles/${level}/${column}_${row}.jpeg`;

interface TileLevel {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Where the tiles of a panorama are in their file. It begins with 32-bit numbers, little-endian: "OVT1", the number of levels,
 * columns and rows of each, the first byte of each tile by level, row and column, and the end of the last one.
 */
export interface TileIndex {
  readonly levels: readonly TileLevel[];
  readonly offsets: Uint32Array;
}

const tilesOf = (levels: readonly TileLevel[]): number =>
  levels.reduce((sum, { columns, rows }) => sum + columns * rows, 0);
const headBytes = (levels: readonly TileLevel[]): number => 4 * (2 + 2 * levels.length + tilesOf(levels) + 1);

/**
 * Writes an equirectangular picture as a pyramid of JPEG tiles of 512 px (less at the right and lower edge) into one file in
 * `folder`, and returns the number of its levels. It is read row by row if its format allows that, so that memory does not
 * grow with its height. Throws the error of sharp for a damaged picture; the caller then removes `folder`.
 */
export async function writePanoramaTiles(picture: string, folder: string): Promise<number> {
  const made = join(folder, 'pyramid');
  const { width, height } = await sharp(picture, { limitInputPixels: PHOTO_IMPORT.pixelsMost, failOn: 'error' })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: JPEG_QUALITY })
    .tile({ size: PANORAMA.tilePx, overlap: 0, layout: 'dz', depth: 'onetile' })
    .toFile(`${made}.dz`);
  const levels = panoramaLevels(width, height, PANORAMA.tilePx);
  // The pyramid begins with a level that fits into one tile.
  const narrower = (await readdir(`${made}_files`)).filter((name) => /^\d+$/.test(name)).length - levels.length;
  const tiles = levels.flatMap(({ columns, rows }, level) =>
    Array.from({ length: columns * rows }, (_, i) =>
      join(`${made}_files`, String(narrower + level), `${i % columns}_${Math.floor(i / columns)}.jpeg`),
    ),
  );
  await writeTilesFile(join(folder, TILES_FILE), levels, tiles);
  await rm(`${made}_files`, { recursive: true });
  await rm(`${made}.dzi`);
  return levels.length;
}

async function writeTilesFile(path: string, levels: readonly TileLevel[], tiles: readonly string[]): Promise<void> {
  const head = Uint32Array.of(MAGIC, levels.length, ...levels.flatMap(({ columns, rows }) => [columns, rows]));
  const offsets = new Uint32Array(tiles.length + 1);
  offsets[0] = headBytes(levels);
  const file = await open(path, 'wx');
  try {
    for (const [i, tile] of tiles.entries()) {
      const bytes = await readFile(tile);
      await file.write(bytes, 0, bytes.length, offsets[i]!);
      offsets[i + 1] = offsets[i]! + bytes.length;
    }
    const start = Buffer.concat([Buffer.from(head.buffer), Buffer.from(offsets.buffer)]);
    await file.write(start, 0, start.length, 0);
  } finally {
    await file.close();
  }
}

/** Bytes that are read first: the index of all but the largest panoramas is within. */
const FIRST_BYTES = 16_384;

/** Reads the index of a file of tiles with `sizeBytes`. Throws an `Error` where it is none. */
export async function readTileIndex(
  sizeBytes: number,
  read: (range: ByteRange) => Promise<Buffer>,
): Promise<TileIndex> {
  const numbersOf = async (bytes: number) => {
    const start = await read({ first: 0, last: Math.min(bytes, sizeBytes) - 1 });
    return new Uint32Array(start.buffer.slice(start.byteOffset, start.byteOffset + (start.length & ~3)));
  };
  let numbers = await numbersOf(FIRST_BYTES);
  const [magic, count = 0] = numbers;
  if (magic !== MAGIC || count > LEVELS_MOST) throw new Error('is no file of tiles');
  const levels = Array.from({ length: count }, (_, i) => ({ columns: numbers[2 + 2 * i]!, rows: numbers[3 + 2 * i]! }));
  const bytes = headBytes(levels);
  if (bytes > sizeBytes) throw new Error('is a file of tiles that is not complete');
  if (bytes > 4 * numbers.length) numbers = await numbersOf(bytes);
  return { levels, offsets: numbers.subarray(2 + 2 * count, bytes / 4) };
}

/** The bytes of a tile in its file; null where there is no such tile. */
export function rangeOfTile(
  { levels, offsets }: TileIndex,
  level: number,
  column: number,
  row: number,
): ByteRange | null {
  const size = levels[level];
  if (!size || column >= size.columns || row >= size.rows) return null;
  const at = tilesOf(levels.slice(0, level)) + row * size.columns + column;
  return { first: offsets[at]!, last: offsets[at + 1]! - 1 };
}
