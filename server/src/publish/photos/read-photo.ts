import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PHOTO_IMPORT } from '@overlook/shared/config';
import {
  makePhotoPictures,
  type PhotoFormat,
  photoFormatOf,
  pictureHeader,
  PictureRefusedError,
} from '../../storage/photo-pictures.ts';
import { diskTrouble, nodeFs } from '../../errors/publish-fs.ts';
import { describePhoto, isPanoramaOf, photoDoubts } from './describe-photo.ts';
import type { FoundPhoto } from './find-photos.ts';
import type { PhotoRow } from './photo-table.ts';
import { readPhotoTags } from './photo-tags.ts';
import type { PlaceContext } from './place-photo.ts';
import type { StoredPhoto } from './register-photos.ts';

/** The result for one file. */
export type PhotoOutcome =
  | { readonly kind: 'stored'; readonly photo: StoredPhoto; readonly doubts: readonly string[] }
  /** The site, or this import, has the same bytes. */
  | { readonly kind: 'known' }
  | { readonly kind: 'refused'; readonly reason: string };

export interface ReadRules extends PlaceContext {
  /** Hashes of the photos that the site has; those of this import are added. */
  readonly known: Set<string>;
}

/**
 * Reads one file and stores it as the folder `filename` within `folder`: its copy, thumb, large and tiles. Leaves nothing
 * of a file that is refused or known. Throws only for faults of the disk.
 */
export async function readPhoto(
  { name, path: source }: FoundPhoto,
  row: PhotoRow | null,
  { folder, filename, rules }: { folder: string; filename: string; rules: ReadRules },
): Promise<PhotoOutcome> {
  const photoFolder = path.join(folder, filename);
  return outcomeOf(photoFolder, source, async () => {
    const copy = path.join(photoFolder, 'copy');
    const { imageHash, sizeBytes } = await copyPhoto(source, copy);
    if (rules.known.has(imageHash)) {
      await rm(photoFolder, { recursive: true });
      return { kind: 'known' };
    }
    const format = await photoFormatOf(copy);
    const native = path.join(photoFolder, `native.${format.ending}`);
    await rename(copy, native);
    const header = await pictureHeader(native, format);
    const file = { name, sizeBytes, header, row, tags: readPhotoTags(await metadataBytes(native, format)) };
    const described = describePhoto(file, rules);
    const pictures = await makePhotoPictures(native, photoFolder, { format, isPanorama: isPanoramaOf(file) });
    await syncAll(photoFolder);
    if (rules.known.has(imageHash)) {
      await rm(photoFolder, { recursive: true });
      return { kind: 'known' };
    }
    rules.known.add(imageHash);
    return {
      kind: 'stored',
      photo: { filename, imageHash, described, ...pictures },
      doubts: photoDoubts(file, rules.surfaces),
    };
  });
}

/** Makes the folder of a photo and runs its steps; a fault of `source` refuses it. Leaves no folder when it throws, or refuses. */
export async function outcomeOf(
  photoFolder: string,
  source: string,
  steps: () => Promise<PhotoOutcome>,
): Promise<PhotoOutcome> {
  try {
    await mkdir(photoFolder, { recursive: true });
    return await steps();
  } catch (error) {
    await rm(photoFolder, { recursive: true, force: true });
    if (error instanceof PictureRefusedError) return { kind: 'refused', reason: error.message };
    // A full disk is not a fault of the photo; an unreadable file is one.
    const isSource = error instanceof Error && 'path' in error && error.path === source;
    if (diskTrouble(error) && !isSource) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'refused', reason: `cannot be read: ${reason.split('\n')[0]}.` };
  }
}

/** Copies a file and hashes it in one go. Throws `PictureRefusedError` for one that is too large. */
async function copyPhoto(from: string, to: string): Promise<{ imageHash: string; sizeBytes: number }> {
  const { size } = await stat(from);
  if (size > PHOTO_IMPORT.largestBytes)
    throw new PictureRefusedError(`has ${size} bytes; at most ${PHOTO_IMPORT.largestBytes} are taken.`);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.byteLength;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const highWaterMark = 1024 * 1024;
  await pipeline(
    createReadStream(from, { end: PHOTO_IMPORT.largestBytes, highWaterMark }),
    hashing,
    createWriteStream(to),
  );
  return { imageHash: hash.digest('hex'), sizeBytes };
}

/** JPEG has its metadata before its pixels; others may have them anywhere. */
const JPEG_HEAD_BYTES = 4 * 1024 * 1024;
const OTHER_HEAD_BYTES = 128 * 1024 * 1024;

async function metadataBytes(native: string, { ending }: PhotoFormat): Promise<Uint8Array> {
  const file = await open(native);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, ending === 'jpg' ? JPEG_HEAD_BYTES : OTHER_HEAD_BYTES));
    const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Makes the stored files safe against power loss. */
export async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) await syncAll(at);
    else await nodeFs.sync(at, 'file');
  }
  await nodeFs.sync(folder, 'folder');
}
