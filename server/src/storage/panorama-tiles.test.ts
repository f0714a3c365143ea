import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { panoramaTilePath, writePanoramaTiles } from './panorama-tiles.ts';

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
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'overlook-panorama-'));
    await aGradient(join(folder, 'native.jpg'));
    levels = await writePanoramaTiles(join(folder, 'native.jpg'), folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('have levels from at most 2,048 px to the width of the picture', async () => {
    expect(levels).toBe(3);
    const counts = await Promise.all(
      [0, 1, 2].map(async (level) => (await readdir(join(folder, 'tiles', `${level}`))).length),
    );
    // 1250 × 625, 2500 × 1250, 5000 × 2500, each over 512.
    expect(counts).toEqual([3 * 2, 5 * 3, 10 * 5]);
    expect((await readdir(folder)).sort()).toEqual(['native.jpg', 'tiles']);
  });

  it.each([
    [0, 1250, 625],
    [1, 2500, 1250],
    [2, 5000, 2500],
  ])('show their part of the picture at level %i', async (level, width, height) => {
    for (let column = 0; column * 512 < width; column++)
      for (let row = 0; row * 512 < height; row++) {
        const tile = sharp(panoramaTilePath(folder, level, column, row));
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
