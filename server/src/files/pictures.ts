import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { isDiskFull } from '@overlook/db';
import { SNAPSHOT_PIXELS_MOST, SNAPSHOT_SIDES_PX, UPLOAD_KEPT_MS } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import { invalid, unavailable } from '../errors/app-error.ts';
import type { Clock } from '../services/clock.ts';
import { createConcurrencyLimit, QueueFullError } from '../services/concurrency-limit.ts';

/** `native` is the file as it was uploaded; the others are JPEG, made of it. */
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

/** Scaling down a picture with many pixels takes some hundred MB, so few run at the same time. */
const inTurn = createConcurrencyLimit(2, 50);

/** The folder of all pictures. */
export const picturesFolder = (filesDir: string): string => join(filesDir, 'snapshots');

/** The folder of a picture, which is either complete or absent. */
export const snapshotFolder = (filesDir: string, name: string): string => join(picturesFolder(filesDir), name);

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

/** Makes a smaller picture; it appears complete or not at all. Throws the error of sharp for a damaged picture. */
async function makeSmaller(native: string, to: string, sidePx: number): Promise<void> {
  const part = `${to}.${randomUUID()}.part`;
  try {
    await inTurn(() =>
      sharp(native, { limitInputPixels: SNAPSHOT_PIXELS_MOST, failOn: 'error' })
        .autoOrient()
        .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: JPEG_QUALITY })
        .toFile(part),
    );
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error instanceof QueueFullError ? unavailable() : error;
  }
}

/**
 * Keeps an uploaded file as the picture `name`; moves it away from `path`. Its content decides its type. Throws 400 for
 * anything except a complete JPEG, PNG or WebP with a bounded number of pixels, and then leaves no files.
 */
export async function storePicture(filesDir: string, name: string, path: string): Promise<void> {
  const refused = invalid(MESSAGES['picture.invalid'], { photo: MESSAGES['picture.invalid'] });
  const ending = await endingOf(path);
  if (ending === null) throw refused;
  const folder = snapshotFolder(filesDir, name);
  const part = `${folder}.part`;
  try {
    await mkdir(part, { recursive: true });
    const native = join(part, `native.${ending}`);
    await rename(path, native);
    // It is decoded completely, so that a damaged one is refused now.
    await makeSmaller(native, join(part, 'thumb.jpg'), SNAPSHOT_SIDES_PX.thumb).catch((error: unknown) => {
      throw error instanceof Error && !isDiskFull(error) && !('status' in error) ? refused : error;
    });
    await rename(part, folder);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

/** The folder and the file of a picture in a size, made at the first request; null when there is no such picture. */
export async function findPicture(
  filesDir: string,
  name: string,
  size: PictureSize,
): Promise<{ folder: string; path: string } | null> {
  if (!isPictureName(name)) return null;
  const folder = snapshotFolder(filesDir, name);
  const native = (await readdir(folder).catch(() => [])).find((file) => file.startsWith('native.'));
  if (!native) return null;
  if (size === 'native') return { folder, path: join(folder, native) };
  const path = join(folder, `${size}.jpg`);
  const isMade = await stat(path).then(
    () => true,
    () => false,
  );
  if (isMade) return { folder, path };
  try {
    await makeSmaller(join(folder, native), path, SNAPSHOT_SIDES_PX[size]);
  } catch (error) {
    // It may have been removed meanwhile.
    if ((await readdir(folder).catch(() => [])).length === 0) return null;
    throw error;
  }
  return { folder, path };
}

/** Removes a picture in all its sizes; a missing one is not an error. */
export async function removePicture(filesDir: string, name: string): Promise<void> {
  if (isPictureName(name)) await rm(snapshotFolder(filesDir, name), { recursive: true, force: true });
}

/**
 * Removes the pictures that `named` does not know, and unfinished ones; those of the last day are kept, because an
 * upload may be running. Returns how many.
 */
export async function sweepPictures(
  { filesDir, clock }: { filesDir: string; clock: Clock },
  named: (names: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const root = picturesFolder(filesDir);
  const before = clock.now().getTime() - UPLOAD_KEPT_MS;
  const old: string[] = [];
  for (const name of await readdir(root).catch(() => [])) {
    const modifiedMs = await stat(join(root, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (modifiedMs !== null && modifiedMs < before) old.push(name);
  }
  // This is read after the folders were listed, so it includes pictures that were named meanwhile.
  const kept = await named(old);
  const unnamed = old.filter((name) => !kept.has(name));
  for (const name of unnamed) await rm(join(root, name), { recursive: true, force: true });
  return unnamed.length;
}
