import sharp, { type Sharp } from 'sharp';
import { BASIS_RGBA8, isKtx2, transcodeLevel, withKtx2 } from '@overlook/shared/tiles3d';
import { basisTranscoder } from './basis-transcoder.ts';

/** The picture of a texture in memory: flat RGBA as displayed. */
export interface Picture {
  width: number;
  height: number;
  rgba: Uint8Array;
}

/** Larger pictures than graphics cards support are not unpacked. */
const MOST_PIXELS = 16_384 * 16_384;

/**
 * Unpacks a JPEG, PNG, WebP or KTX2, made smaller by `scale` (0 to 1) where the map shows it smaller. Null where it cannot be
 * read: the plain colour replaces it.
 */
export async function unpackPicture(image: Uint8Array, scale: number): Promise<Picture | null> {
  try {
    const size = await pictureSize(image);
    if (!size) return null;
    const source = await open(image, scale);
    const { data, info } = await source
      .resize({ width: Math.max(1, Math.round(size.width * Math.min(1, scale))) })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, rgba: data };
  } catch {
    return null;
  }
}

/** Mean red, green and blue of a picture, 0 to 255. Throws where it cannot be read. */
export async function meanColour(image: Uint8Array): Promise<readonly number[]> {
  const source = await open(image, MEAN_SCALE);
  const { channels } = await source.toColourspace('srgb').removeAlpha().stats();
  return [0, 1, 2].map((i) => (channels[i] ?? channels[0]!).mean);
}

/** Of the mip level from which a mean is taken: its pixels are means already. */
const MEAN_SCALE = 1 / 8;

/** A decoder of the picture; a KTX2 may be opened smaller, at `scale` (0 to 1) or above. */
const open = async (image: Uint8Array, scale: number): Promise<Sharp> =>
  isKtx2(image) ? ktx2Source(image, scale) : sharp(image, { limitInputPixels: MOST_PIXELS });

/** The size of a picture in pixels; null where it cannot be read. */
export async function pictureSize(image: Uint8Array): Promise<{ width: number; height: number } | null> {
  if (isKtx2(image)) return ktx2Size(image);
  try {
    const { width, height } = await sharp(image).metadata();
    return width && height ? { width, height } : null;
  } catch {
    return null;
  }
}

/** KTX 2.0 §3.1: width and height follow the identifier, the format and the size of its type. */
const KTX2_WIDTH_AT = 20;

function ktx2Size(image: Uint8Array): { width: number; height: number } | null {
  if (image.byteLength < KTX2_WIDTH_AT + 8) return null;
  const header = new DataView(image.buffer, image.byteOffset);
  const [width, height] = [header.getUint32(KTX2_WIDTH_AT, true), header.getUint32(KTX2_WIDTH_AT + 4, true)];
  return width > 0 && height > 0 && width * height <= MOST_PIXELS ? { width, height } : null;
}

/** The smallest mip level that is not smaller than `scale` requires. */
async function ktx2Source(image: Uint8Array, scale: number): Promise<Sharp> {
  const { data, width, height } = withKtx2(await basisTranscoder(), image, (file) => {
    const wanted = Math.floor(Math.log2(1 / Math.min(1, scale)));
    return transcodeLevel(file, Math.min(wanted, file.getLevels() - 1), BASIS_RGBA8);
  });
  return sharp(data, { raw: { width, height, channels: 4 } });
}
