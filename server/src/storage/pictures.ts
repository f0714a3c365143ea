import { createHash, randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { isDiskFull } from '@overlook/db';
import { SNAPSHOT_PIXELS_MOST, SNAPSHOT_SIDES_PX } from '@overlook/shared/config';
import { PLACES_MESSAGES } from '@overlook/shared/messages';
import { invalid, unavailable } from '../errors/app-error.ts';
import { OBJECT_KEYS } from './objects/object-keys.ts';
import type { ObjectStore } from './objects/object-store.ts';
import { withIncomingFolder } from './receive-file.ts';
import { createConcurrencyLimit, QueueFullError } from '../services/concurrency-limit.ts';

/** `native` is the file as it was uploaded, without what cameras write beside the image; the others are JPEG, made of it. */
export type PictureSize = 'native' | keyof typeof SNAPSHOT_SIDES_PX;

/**
 * Whether a picture can have this name: the name is a part of its path, so names that could lead out of the folder are
 * invalid.
 */
export const isPictureName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(name);

/** First bytes of the accepted formats; `....` means any four bytes. Only these formats are given to a decoder. */
const FORMATS = [
  { ending: 'jpg', begins: /^\xff\xd8\xff/ },
  { ending: 'png', begins: /^\x89PNG\r\n\x1a\n/ }, // oxlint-disable-line no-control-regex
  { ending: 'webp', begins: /^RIFF[^]{4}WEBP/ },
] as const;

const JPEG_QUALITY = 85;

/** Of pictures that are written again in their own size and format. */
const NATIVE_QUALITY = 92;

const DECODING = { limitInputPixels: SNAPSHOT_PIXELS_MOST, failOn: 'error' } as const;

/** Scaling down a picture with many pixels takes some hundred MB, so few run at the same time. */
const inTurn = createConcurrencyLimit(2, 50);

/** Beginning of the keys of all pictures. */
export const PICTURE_KEYS = OBJECT_KEYS.pictures;

/** Beginning of the keys of a picture: its sizes, and the tiles of a panorama. */
export const pictureKeys = (name: string): string => `${PICTURE_KEYS}${name}/`;

/** Where pictures are, and the folder of files in which they are made. */
export interface PictureStores {
  readonly objects: ObjectStore;
  /** `<DATA_DIR>/files`. */
  readonly filesDir: string;
}

async function endingOf(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
    const start = buffer.toString('latin1', 0, bytesRead);
    return FORMATS.find(({ begins }) => begins.test(start))?.ending ?? null;
  } finally {
    await file.close();
  }
}

/** Writes `made` to `to`; it appears complete or not at all. Throws the error of sharp for a damaged picture. */
async function writePicture(made: Sharp, to: string): Promise<void> {
  const part = `${to}.${randomUUID()}.part`;
  try {
    await inTurn(() => made.toFile(part));
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error instanceof QueueFullError ? unavailable() : error;
  }
}

const makeSmaller = (native: string, to: string, sidePx: number): Promise<void> =>
  writePicture(
    sharp(native, DECODING)
      .autoOrient()
      .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: JPEG_QUALITY }),
    to,
  );

/**
 * Writes a picture again where it has more than an image: owner, position and device of a camera, texts of programs.
 * Everybody who may view the site can read it. Returns whether it did.
 */
async function removeMetadata(native: string): Promise<boolean> {
  const { format, exif, xmp, iptc, tifftagPhotoshop, comments } = await sharp(native, DECODING).metadata();
  if (!(exif || xmp || iptc || tifftagPhotoshop || comments?.length)) return false;
  // Without `keepMetadata`, sharp writes none, and converts the colours to sRGB.
  const options = format === 'png' ? {} : { quality: NATIVE_QUALITY };
  await writePicture(sharp(native, DECODING).autoOrient().toFormat(format, options), native);
  return true;
}

/** What is stored of an uploaded picture. */
export interface StoredPicture {
  readonly imageBytes: number;
  /** SHA-256 of the stored bytes, hexadecimal. */
  readonly imageHash: string;
}

/**
 * Keeps an uploaded file as the picture `name`; moves it away from `path`. Its content decides its type. Throws 400 for
 * anything except a complete JPEG, PNG or WebP with a bounded number of pixels, and then leaves no files.
 */
export async function storePicture(
  { objects, filesDir }: PictureStores,
  name: string,
  path: string,
): Promise<StoredPicture> {
  const refused = invalid(PLACES_MESSAGES['picture.invalid'], { photo: PLACES_MESSAGES['picture.invalid'] });
  const ending = await endingOf(path);
  if (ending === null) throw refused;
  return withIncomingFolder(filesDir, async (part) => {
    const native = join(part, `native.${ending}`);
    await rename(path, native);
    // It is decoded completely, so that a damaged one is refused now.
    await makeSmaller(native, join(part, 'thumb.jpg'), SNAPSHOT_SIDES_PX.thumb)
      .then(() => removeMetadata(native))
      .catch((error: unknown) => {
        throw error instanceof Error && !isDiskFull(error) && !('status' in error) ? refused : error;
      });
    const bytes = await readFile(native);
    await objects.takeFolder(pictureKeys(name), part);
    return { imageBytes: bytes.length, imageHash: createHash('sha256').update(bytes).digest('hex') };
  });
}

/** The key of a picture in a size, made at the first request; null when there is no such picture. */
export async function findPicture(
  { objects, filesDir }: PictureStores,
  name: string,
  size: PictureSize,
): Promise<string | null> {
  if (!isPictureName(name)) return null;
  const key = `${pictureKeys(name)}${size}.jpg`;
  if (size !== 'native' && (await objects.head(key))) return key;
  const native = await nativeOf(objects, name);
  if (native === null || size === 'native') return native;
  try {
    await objects.withFile(native, (file) =>
      withIncomingFolder(filesDir, async (folder) => {
        const made = join(folder, size);
        await makeSmaller(file, made, SNAPSHOT_SIDES_PX[size]);
        await objects.takeFile(key, made);
      }),
    );
  } catch (error) {
    // It may have been removed meanwhile.
    if ((await nativeOf(objects, name)) === null) return null;
    throw error;
  }
  return key;
}

async function nativeOf(objects: ObjectStore, name: string): Promise<string | null> {
  for await (const { key } of objects.list(`${pictureKeys(name)}native.`)) return key;
  return null;
}

/** Removes a picture in all its sizes; a missing one is not an error. */
export async function removePicture(objects: ObjectStore, name: string): Promise<void> {
  if (!isPictureName(name)) return;
  for await (const { key } of objects.list(pictureKeys(name))) await objects.delete(key);
}

/** Pictures whose rows are looked up at once. */
const AT_ONCE = 1000;

/**
 * Removes the pictures that `named` does not know, and unfinished ones, that were last changed before `beforeMs` (Unix
 * milliseconds), because an upload may be running. Returns how many.
 */
export async function sweepPictures(
  { objects, beforeMs }: { objects: ObjectStore; beforeMs: number },
  named: (names: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  let removed = 0;
  const sweep = async (names: readonly string[]) => {
    // This is read after the pictures were listed, so it includes those that were named meanwhile.
    const kept = await named(names);
    for (const name of names) if (!kept.has(name) && (await removeOld(objects, name, beforeMs))) removed++;
  };
  let names: string[] = [];
  for await (const name of objects.names(PICTURE_KEYS)) {
    names.push(name);
    if (names.length < AT_ONCE) continue;
    await sweep(names);
    names = [];
  }
  if (names.length > 0) await sweep(names);
  return removed;
}

/** Removes a picture unless a part of it is younger. Returns whether it did. */
async function removeOld(objects: ObjectStore, name: string, beforeMs: number): Promise<boolean> {
  const keys = [];
  for await (const { key, modifiedAt } of objects.list(pictureKeys(name))) {
    if (modifiedAt.getTime() >= beforeMs) return false;
    keys.push(key);
  }
  for (const key of keys) await objects.delete(key);
  return keys.length > 0;
}
