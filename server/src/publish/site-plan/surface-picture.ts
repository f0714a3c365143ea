import sharp from 'sharp';

/** A texture in memory: flat RGBA as displayed. */
export interface SurfacePicture {
  width: number;
  height: number;
  rgba: Uint8Array;
}

/** Larger pictures than graphics cards support are not unpacked. */
const MOST_PIXELS = 16_384 * 16_384;

/**
 * Unpacks a JPEG, PNG or WebP, made smaller by `scale` (0 to 1) where the map shows it smaller. Null where it cannot be
 * read: the plain colour replaces it.
 */
export async function unpackPicture(image: Uint8Array, scale: number): Promise<SurfacePicture | null> {
  try {
    const source = sharp(image, { limitInputPixels: MOST_PIXELS });
    const { width = 1 } = await source.metadata();
    const { data, info } = await source
      .resize({ width: Math.max(1, Math.round(width * Math.min(1, scale))) })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, rgba: data };
  } catch {
    return null;
  }
}

/** The size of a picture in pixels; null where it cannot be read. */
export async function pictureSize(image: Uint8Array): Promise<{ width: number; height: number } | null> {
  try {
    const { width, height } = await sharp(image).metadata();
    return width && height ? { width, height } : null;
  } catch {
    return null;
  }
}
