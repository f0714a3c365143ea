import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { and, eq, exists, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { photos, snapshots } from '@overlook/db/schema';
import { type Lla, ecefFromLla } from '@overlook/shared/maths';
import type { PhotoHeightType } from '@overlook/shared/config';
import type { PictureStores } from '../../storage/pictures.ts';
import { type PhotoPictures, storePhotoPictures } from '../../storage/photo-pictures.ts';

/** All data of a photo besides its pixels: degrees, ellipsoidal metres. */
export interface DescribedPhoto extends Omit<
  typeof photos.$inferInsert,
  'snapshotId' | 'widthPx' | 'heightPx' | 'tileLevels'
> {
  readonly name: string;
  readonly description?: string;
  readonly takenBy?: string;
  readonly heightType: PhotoHeightType;
  readonly position: Lla;
}

/** A described photo whose pictures are stored under `filename`. */
export interface StoredPhoto extends PhotoPictures {
  readonly filename: string;
  /** SHA-256 of its file, hexadecimal. */
  readonly imageHash: string;
  readonly described: DescribedPhoto;
}

/**
 * Stores the pictures of a photo that is described already. Until `registerPhotos` names them they are invisible, and a
 * sweep removes them after a day. Throws `PictureRefusedError` for a file that is not a picture.
 */
export async function storePhoto(stores: PictureStores, file: string, described: DescribedPhoto): Promise<StoredPhoto> {
  const filename = randomUUID();
  const isPanorama = described.projection === 'equirectangular';
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  const pictures = await storePhotoPictures(stores, filename, { file, isPanorama });
  return { filename, imageHash: hash.digest('hex'), described, ...pictures };
}

/** Rows of one statement: each takes some twenty parameters of 65,535. */
const ROWS_AT_ONCE = 500;

/**
 * Writes the rows of stored photos of a site. Photos whose bytes the site already has are skipped: the result has the
 * added ones. Call it within a transaction that has locked the site.
 */
export async function registerPhotos(
  tx: Pick<Db, 'select' | 'insert'>,
  siteId: number,
  stored: readonly StoredPhoto[],
): Promise<StoredPhoto[]> {
  const added: StoredPhoto[] = [];
  for (let from = 0; from < stored.length; from += ROWS_AT_ONCE) {
    const some = stored.slice(from, from + ROWS_AT_ONCE);
    const known = await tx
      .select({ imageHash: snapshots.imageHash })
      .from(snapshots)
      .where(
        and(
          isOwnPhotoOf(siteId),
          inArray(
            snapshots.imageHash,
            some.map(({ imageHash }) => imageHash),
          ),
        ),
      );
    const taken = new Set(known.map(({ imageHash }) => imageHash));
    const fresh = some.filter(({ imageHash }) => !taken.has(imageHash) && taken.add(imageHash));
    await insertPhotos(tx, { siteId, captureId: null }, fresh);
    added.push(...fresh);
  }
  return added;
}

/**
 * Replaces the photos of a capture, those of a part only what the capture has of the same files; returns the names of the former pictures, which
 * the caller removes after the commit.
 */
export async function registerCapturePhotos(
  tx: Pick<Db, 'select' | 'delete' | 'insert'>,
  { isPart, ...owner }: { readonly siteId: number; readonly captureId: number; readonly isPart: boolean },
  stored: readonly StoredPhoto[],
): Promise<string[]> {
  const isOfFiles = exists(
    tx
      .select({ one: sql`1` })
      .from(photos)
      .where(
        and(
          eq(photos.snapshotId, snapshots.id),
          // They are one parameter, because there may be more than a statement can have parameters.
          sql`${photos.sourceName} in (select value from json_array_elements_text(${JSON.stringify(stored.map(({ described }) => described.sourceName))}::text::json))`,
        ),
      ),
  );
  const rows = await tx
    .delete(snapshots)
    .where(and(eq(snapshots.captureId, owner.captureId), isPart ? isOfFiles : undefined))
    .returning({ filename: snapshots.filename });
  for (let from = 0; from < stored.length; from += ROWS_AT_ONCE)
    await insertPhotos(tx, owner, stored.slice(from, from + ROWS_AT_ONCE));
  return rows.flatMap(({ filename }) => filename ?? []);
}

async function insertPhotos(tx: Pick<Db, 'insert'>, owner: PhotoOwner, some: readonly StoredPhoto[]): Promise<void> {
  if (some.length === 0) return;
  const rows = await tx
    .insert(snapshots)
    .values(some.map((photo) => snapshotRow(owner, photo)))
    .returning({ id: snapshots.id, filename: snapshots.filename });
  const ids = new Map(rows.map(({ id, filename }) => [filename, id]));
  await tx.insert(photos).values(some.map((photo) => photoRow(ids.get(photo.filename)!, photo)));
}

interface PhotoOwner {
  readonly siteId: number;
  readonly captureId: number | null;
}

/** The photos of a site that no capture has, as opposed to the Places in the same table. */
export const isOwnPhotoOf = (siteId: number) =>
  and(eq(snapshots.siteId, siteId), isNotNull(snapshots.heightType), isNull(snapshots.captureId))!;

/** Removes the photos of a site but those of its captures, and returns the names of their pictures, which the caller removes after the commit. */
export async function removePhotos(tx: Pick<Db, 'delete'>, siteId: number): Promise<string[]> {
  const rows = await tx.delete(snapshots).where(isOwnPhotoOf(siteId)).returning({ filename: snapshots.filename });
  return rows.flatMap(({ filename }) => filename ?? []);
}

function snapshotRow(
  owner: PhotoOwner,
  { filename, imageHash, described }: StoredPhoto,
): typeof snapshots.$inferInsert {
  const { name, description = '', takenBy = '', heightType, position } = described;
  const { longitude, latitude, height: altitude } = position;
  const [x, y, z] = ecefFromLla(position);
  const picture = { filename, imageHash, imageType: 'photo' };
  return { ...owner, name, description, takenBy, heightType, ...picture, longitude, latitude, altitude, x, y, z };
}

function photoRow(
  snapshotId: number,
  { described, widthPx, heightPx, tileLevels }: StoredPhoto,
): typeof photos.$inferInsert {
  const {
    name: _name,
    description: _description,
    takenBy: _takenBy,
    heightType: _heightType,
    position: _position,
    ...columns
  } = described;
  return { ...columns, snapshotId, widthPx, heightPx, tileLevels };
}
