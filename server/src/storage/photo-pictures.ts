import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { PANORAMA, PHOTO_IMPORT, SNAPSHOT_SIDES_PX } from '@overlook/shared/config';
import { writePanoramaTiles } from './panorama-tiles.ts';
import { pictureKeys, type PictureStores } from './pictures.ts';
import { withIncomingFolder } from './receive-file.ts';

const JPEG_QUALITY = 85;

/** First bytes of the formats of photos, and whether browsers show them. */
const FORMATS = [
  { ending: 'jpg', begins: /^\xff\xd8\xff/, isShown: true },
  { ending: 'png', begins: /^\x89PNG\r\n\x1a\n/, isShown: true }, // oxlint-disable-line no-control-regex
  { ending: 'webp', begins: /^RIFF[^]{4}WEBP/, isShown: true },
  { ending: 'tif', begins: /^(?:II[*+]\0|MM\0[*+])/, isShown: false }, // oxlint-disable-line no-control-regex
  { ending: 'avif', begins: /^[^]{4}ftypavi[fs]/, isShown: true },
  { ending: 'heic', begins: /^[^]{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/, isShown: false },
] as const;

export type PhotoFormat = (typeof FORMATS)[number];

/** Other formats of photos, so that a refusal can name them. */
const OTHERS = [
  { name: 'a GIF', begins: /^GIF8/ },
  { name: 'a BMP', begins: /^BM/ },
  { name: 'an SVG or another XML file', begins: /^(?:\xef\xbb\xbf)?\s*</ },
  { name: 'a PDF', begins: /^%PDF/ },
] as const;

const TAKEN = 'JPEG, PNG, WebP, TIFF and AVIF are taken';

/** A file that cannot be used as a picture; the message is the reason, without the file's name. */
export class PictureRefusedError extends Error {
  override readonly name = 'PictureRefusedError';
}

/** What a file is by its first bytes. Throws `PictureRefusedError`. */
export async function photoFormatOf(path: string): Promise<PhotoFormat> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
    const start = buffer.toString('latin1', 0, bytesRead);
    if (start === '') throw new PictureRefusedError('is empty.');
    const format = FORMATS.find(({ begins }) => begins.test(start));
    if (format) return format;
    const other = OTHERS.find(({ begins }) => begins.test(start));
    throw new PictureRefusedError(other ? `is ${other.name}; ${TAKEN}.` : `is no picture; ${TAKEN}.`);
  } finally {
    await file.close();
  }
}

/** The header of a picture: its upright size, and its EXIF orientation, 1 to 8. */
export interface PictureHeader {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly orientation: number;
}

/** The header of a picture; its pixels are not read. Throws `PictureRefusedError`, also for one of too many pixels. */
export async function pictureHeader(path: string, { ending }: PhotoFormat): Promise<PictureHeader> {
  const { autoOrient, orientation = 1 } = await reading(ending, () =>
    sharp(path, { limitInputPixels: false }).metadata(),
  );
  const { width: widthPx, height: heightPx } = autoOrient;
  if (widthPx * heightPx > PHOTO_IMPORT.pixelsMost)
    throw new PictureRefusedError(
      `has ${widthPx} × ${heightPx} pixels; at most ${PHOTO_IMPORT.pixelsMost / 1e6} million are taken.`,
    );
  return { widthPx, heightPx, orientation };
}

export interface PhotoPictures {
  /** Of the picture upright. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Levels of the panorama's tiles; 0 for none. */
  readonly tileLevels: number;
}

/**
 * Makes the pictures of a photo beside `native`, which lies in `folder`: thumb and large, and the tiles of a panorama
 * that is wide, or whose format browsers do not show. The picture is decoded completely. Throws `PictureRefusedError`
 * for a damaged one.
 */
export async function makePhotoPictures(
  native: string,
  folder: string,
  { format, isPanorama }: { format: PhotoFormat; isPanorama: boolean },
): Promise<PhotoPictures> {
  const { widthPx, heightPx } = await pictureHeader(native, format);
  return reading(format.ending, async () => {
    const { large: side, thumb } = SNAPSHOT_SIDES_PX;
    // Decoded once: the thumb is made of the large one's pixels.
    const { data, info } = await sharp(native, { limitInputPixels: PHOTO_IMPORT.pixelsMost, failOn: 'error' })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const pixels = () => sharp(data, { raw: { width, height, channels } });
    await pixels().jpeg({ quality: JPEG_QUALITY }).toFile(join(folder, 'large.jpg'));
    await pixels()
      .resize({ width: thumb, height: thumb, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: JPEG_QUALITY })
      .toFile(join(folder, 'thumb.jpg'));
    const isTiled = isPanorama && (widthPx > PANORAMA.tiledFromPx || !format.isShown);
    return { widthPx, heightPx, tileLevels: isTiled ? await writePanoramaTiles(native, folder) : 0 };
  });
}

/**
 * Keeps a copy of a picture file as the photo `name` in all its sizes: either all of them, or none. Throws
 * `PictureRefusedError` for a file that is not a picture.
 */
export async function storePhotoPictures(
  { objects, filesDir }: PictureStores,
  name: string,
  { file, isPanorama }: { file: string; isPanorama: boolean },
): Promise<PhotoPictures> {
  const format = await photoFormatOf(file);
  return withIncomingFolder(filesDir, async (part) => {
    const native = join(part, `native.${format.ending}`);
    await copyFile(file, native);
    const pictures = await makePhotoPictures(native, part, { format, isPanorama });
    await objects.takeFolder(pictureKeys(name), part);
    return pictures;
  });
}

/** Runs a step of sharp; its errors about a bad picture become refusals. Errors of the disk are thrown unchanged. */
async function reading<T>(ending: PhotoFormat['ending'], step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof PictureRefusedError || 'code' in error) throw error;
    if (/no space|write|ENOSPC|disk/i.test(error.message)) throw error;
    throw new PictureRefusedError(
      ending === 'heic'
        ? `is a HEIC picture, which this server cannot decode; convert it to JPEG.`
        : `is damaged or not complete: ${error.message.split('\n')[0]}.`,
    );
  }
}
