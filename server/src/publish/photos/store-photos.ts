import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Db } from '@overlook/db';
import { snapshots } from '@overlook/db/schema';
import type { Lla } from '@overlook/shared/maths';
import { textOfBytes } from '@overlook/shared/format';
import { gridFoldersOf } from '../../pointclouds/crs/grids/grid-folders.ts';
import { PICTURE_KEYS, pictureKeys, removePicture } from '../../storage/pictures.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import { ImportRefusedError, inFile } from '../../errors/import-refused.ts';
import type { PublishFs } from '../../errors/publish-fs.ts';
import { forEachInParallel } from '../in-parallel.ts';
import { makeWorkFolder } from '../store/work-folder.ts';
import { findPhotos } from './find-photos.ts';
import { matchRows, parsePhotoTable, type PhotoRow } from './photo-table.ts';
import { type PhotoToRead, readInProcess } from './photos-process.ts';
import type { PlaceRules } from './place-photo.ts';
import type { CloudPicture } from '../points/beside/beside-points.ts';
import { isOwnPhotoOf, type StoredPhoto } from './register-photos.ts';

/** Photos that were read, in a folder of their own until they are moved to the pictures or removed. */
export interface StoredPhotos {
  readonly photos: readonly StoredPhoto[];
  /** Files whose bytes the site, or this import, has already. */
  readonly known: number;
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
  /** What was assumed about stored photos, and the names of those. */
  readonly doubts: ReadonlyMap<string, readonly string[]>;
  /** Rows of the table without a file. */
  readonly missing: readonly string[];
  /** Moves the pictures to the served ones; until rows name them they are invisible. */
  publish(): Promise<void>;
  /** Removes published pictures again. */
  withdraw(photos: readonly StoredPhoto[]): Promise<void>;
  /** Removes the pictures that were not published. */
  remove(): Promise<void>;
}

export interface StageOptions {
  readonly db: Db;
  readonly filesDir: string;
  readonly objects: ObjectStore;
  readonly fs: PublishFs;
  readonly memoryMb: number;
  readonly signal?: AbortSignal | undefined;
  readonly onPhoto?: ((done: number, total: number) => void) | undefined;
}

export interface PhotoSource {
  /** A file, or a folder of photos. */
  readonly source: string;
  /** A table beside the one in the folder. */
  readonly table: string | null;
  /** The site that gets them, if it exists; null for a new site, and where its photos are replaced. */
  readonly siteId: number | null;
  readonly rules: PlaceRules;
}

/** More processes share one disk, and each photo may take hundreds of MB. */
const AT_ONCE_MOST = 8;

/** Photos on their way to the store at once, each with up to 48 MB in memory. */
const PUBLISHED_AT_ONCE = 4;

/**
 * Reads the photos of a source. Refused ones do not stop the others. Throws `ImportRefusedError` where none remains,
 * and for a table that cannot be read; leaves nothing behind when it throws.
 */
export async function storePhotos(
  { source, table, siteId, rules }: PhotoSource,
  options: StageOptions,
): Promise<StoredPhotos> {
  const found = await findPhotos(source);
  const { rows, missing } = await readTable(
    table ?? found.table,
    found.photos.map(({ name }) => name),
  );
  const known = siteId === null ? [] : await hashesOf(options.db, siteId);
  const photos = found.photos.map((photo) => ({
    found: photo,
    row: rows.get(photo.name) ?? null,
    filename: randomUUID(),
  }));
  const stored = await readInto(photos, { ...rules, known }, options);
  try {
    assertSome(stored);
    return { ...stored, missing };
  } catch (error) {
    await stored.remove();
    throw error;
  }
}

/** Reads the pictures of point files. Refused ones stop nothing. `origin` is that of their site. Leaves nothing behind when it throws. */
export function storePictures(
  pictures: readonly CloudPicture[],
  origin: Lla,
  options: StageOptions,
): Promise<StoredPhotos> {
  const photos = pictures.map((picture) => ({
    found: { name: picture.name, path: picture.path },
    row: null,
    filename: randomUUID(),
    picture,
  }));
  // Equal pictures with other poses, such as black ones, are others, so that none is known.
  return readInto(photos, { origin, isLocal: false, altitudes: null, anywhere: true, known: [] }, options);
}

async function readInto(
  photos: readonly PhotoToRead[],
  rules: PlaceRules & { readonly known: readonly string[] },
  options: StageOptions,
): Promise<StoredPhotos> {
  const { filesDir, fs, memoryMb, signal, onPhoto } = options;
  const work = await makeWorkFolder({ filesDir, fs });
  try {
    const stored = { photos: [] as StoredPhoto[], known: 0, refused: [] as { name: string; reason: string }[] };
    const doubts = new Map<string, string[]>();
    let done = 0;
    onPhoto?.(0, photos.length);
    await readInProcess(
      {
        photos,
        folder: work.folder,
        atOnce: Math.min(AT_ONCE_MOST, Math.max(2, availableParallelism())),
        rules: { ...rules, gridFolders: gridFoldersOf(filesDir) },
      },
      ({ found: { name } }, outcome) => {
        if (outcome.kind === 'stored') {
          stored.photos.push(outcome.photo);
          for (const doubt of outcome.doubts) doubts.set(doubt, [...(doubts.get(doubt) ?? []), name]);
        } else if (outcome.kind === 'known') stored.known++;
        else stored.refused.push({ name, reason: outcome.reason });
        onPhoto?.(++done, photos.length);
      },
      { memoryMb, signal },
    );
    return { ...stored, doubts, missing: [], ...places(stored.photos, work, options) };
  } catch (error) {
    await work.remove();
    throw error;
  }
}

function places(
  photos: readonly StoredPhoto[],
  work: { folder: string; remove(): Promise<void> },
  { objects }: StageOptions,
): Pick<StoredPhotos, 'publish' | 'withdraw' | 'remove'> {
  const withdraw = async (some: readonly StoredPhoto[]) => {
    for (const { filename } of some) await removePicture(objects, filename);
  };
  return {
    async publish() {
      try {
        await forEachInParallel(photos, PUBLISHED_AT_ONCE, ({ filename }) =>
          objects.takeFolder(pictureKeys(filename), path.join(work.folder, filename)),
        );
        if (photos.length > 0) await objects.sync(PICTURE_KEYS);
      } catch (error) {
        await withdraw(photos);
        throw error;
      }
    },
    withdraw,
    remove: () => work.remove(),
  };
}

function assertSome({ photos, known, refused }: Pick<StoredPhotos, 'photos' | 'known' | 'refused'>): void {
  const [first] = refused;
  if (photos.length > 0 || known > 0 || !first) return;
  const others = refused.length === 1 ? '' : ` None of the ${refused.length} photos can be taken.`;
  throw new ImportRefusedError(first.name, '', `${first.reason}${others}`);
}

/** A table is read whole. */
const LARGEST_TABLE_BYTES = 64 * 1024 * 1024;

async function readTable(
  table: string | null,
  names: readonly string[],
): Promise<{ rows: ReadonlyMap<string, PhotoRow>; missing: readonly string[] }> {
  if (table === null) return { rows: new Map(), missing: [] };
  const file = path.basename(table);
  const { size } = await stat(table).catch(() => {
    throw new ImportRefusedError(table, '', 'does not exist.');
  });
  if (size > LARGEST_TABLE_BYTES)
    throw new ImportRefusedError(file, '', `has ${size} bytes; a table of photos has at most ${LARGEST_TABLE_BYTES}.`);
  const bytes = await readFile(table);
  return inFile(file, () => matchRows(parsePhotoTable(textOfBytes(bytes).text), names));
}

async function hashesOf(db: Db, siteId: number): Promise<string[]> {
  const rows = await db.select({ imageHash: snapshots.imageHash }).from(snapshots).where(isOwnPhotoOf(siteId));
  return rows.flatMap(({ imageHash }) => imageHash ?? []);
}
