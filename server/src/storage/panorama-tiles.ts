import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { PANORAMA, PHOTO_IMPORT } from '@overlook/shared/config';
import { panoramaLevels } from '@overlook/shared/maths';

/** Name of the folder of the tiles, in the folder of their picture. */
const FOLDER = 'tiles';
const JPEG_QUALITY = 85;

/** The path of the tile of a level, column and row, in the folder of its picture. */
export const panoramaTilePath = (folder: string, level: number, column: number, row: number): string =>
  join(folder, FOLDER, String(level), `${column}_${row}.jpeg`);

/**
 * Writes an equirectangular picture as a pyramid of JPEG tiles of 512 px (less at the right and lower edge) below
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
  const levels = panoramaLevels(width, height, PANORAMA.tilePx).length;
  // The pyramid begins with a level that fits into one tile.
  const narrower = (await readdir(`${made}_files`)).filter((name) => /^\d+$/.test(name)).length - levels;
  await mkdir(join(folder, FOLDER));
  for (let level = 0; level < levels; level++)
    await rename(join(`${made}_files`, String(narrower + level)), join(folder, FOLDER, String(level)));
  await rm(`${made}_files`, { recursive: true });
  await rm(`${made}.dzi`);
  return levels;
}
