import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rangeOfTile, readTileIndex, type TileIndex, TILES_FILE, writePanoramaTiles } from './panorama-tiles.ts';

const [WIDTH, HEIGHT] = [5000, 2500];

/** A picture whose red increases to the right and whose green increases downwards, each from 0 to 250. */
async function aGradient(path: string): Promise<void> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) pixels.set([(x / WIDTH) * 250, (y / HEIGHT) * 250, 60], (y * WIDTH + x) * 3);
  await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toFile(path);
}

describe('the tiles of a panorama', () => {
  let folder: string;
  let levels: number;
  let file: Buffer;
  let index: TileIndex;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'overlook-panorama-'));
    await aGradient(join(folder, 'native.jpg'));
    levels = await writePanoramaTiles(join(folder, 'native.jpg'), folder);
    file = await readFile(join(folder, TILES_FILE));
    index = await readTileIndex(file.length, async ({ first, last }) => file.subarray(first, last + 1));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('have levels from at most 2,048 px to the width of the picture', async () => {
    expect(levels).toBe(3);
    // 1250 × 625, 2500 × 1250, 5000 × 2500, each over 512.
    expect(index.levels).toEqual([
      { columns: 3, rows: 2 },
      { columns: 5, rows: 3 },
      { columns: 10, rows: 5 },
    ]);
    expect((await readdir(folder)).sort()).toEqual(['native.jpg', 'tiles.bin']);
    for (const [level, column, row] of [
      [3, 0, 0],
      [0, 3, 0],
      [0, 0, 2],
    ] as const)
      expect(rangeOfTile(index, level, column, row)).toBeNull();
  });

  it('are in one file without gaps, whose index is read whole also where it is long', async () => {
    const { offsets } = index;
    expect([offsets[0], offsets.at(-1)]).toEqual([4 * (2 + 6 + 71 + 1), file.length]);
    const tiles = 5000;
    const numbers = [0x3154564f, 1, tiles, 1, ...Array.from({ length: tiles + 1 }, (_, i) => 4 * (5 + tiles) + i)];
    const long = Buffer.concat([Buffer.from(Uint32Array.from(numbers).buffer), Buffer.alloc(tiles)]);
    const read = async ({ first, last }: { first: number; last: number }) => long.subarray(first, last + 1);
    const last = rangeOfTile(await readTileIndex(long.length, read), 0, tiles - 1, 0);
    expect(last).toEqual({ first: long.length - 1, last: long.length - 1 });
    await expect(readTileIndex(1000, read)).rejects.toThrow('not complete');
    await expect(readTileIndex(4, async () => Buffer.from('JPEG'))).rejects.toThrow('no file of tiles');
  });

  it.each([
    [0, 1250, 625],
    [1, 2500, 1250],
    [2, 5000, 2500],
  ])('show their part of the picture at level %i', async (level, width, height) => {
    for (let column = 0; column * 512 < width; column++)
      for (let row = 0; row * 512 < height; row++) {
        const { first, last } = rangeOfTile(index, level, column, row)!;
        const tile = sharp(file.subarray(first, last + 1));
        const { info, data } = await tile.raw().toBuffer({ resolveWithObject: true });
        const [wide, high] = [Math.min(512, width - column * 512), Math.min(512, height - row * 512)];
        expect([info.width, info.height]).toEqual([wide, high]);
        const [x, y] = [wide >> 1, high >> 1];
        const [red, green] = data.subarray((y * wide + x) * 3);
        expect(Math.abs(red! - ((column * 512 + x) / width) * 250)).toBeLessThan(4);
        expect(Math.abs(green! - ((row * 512 + y) / height) * 250)).toBeLessThan(4);
      }
  });
});
