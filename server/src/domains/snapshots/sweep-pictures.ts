import { lt, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { snapshots, snapshotUploads } from '@overlook/db/schema';
import { UPLOAD_KEPT_MS } from '@overlook/shared/config';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import { sweepPictures } from '../../storage/pictures.ts';
import { avatarsAmong } from './site-avatars.ts';
import type { Clock } from '../../services/clock.ts';

/** The pictures among these that a snapshot or an upload names. */
export async function namedPictures(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  // They are one parameter, because there may be more names than a statement can have parameters.
  const asked = sql`(select value from json_array_elements_text(${JSON.stringify(names)}::text::json))`;
  const [ofSnapshots, ofUploads, ofSites] = await Promise.all([
    db
      .select({ name: snapshots.filename })
      .from(snapshots)
      .where(sql`${snapshots.filename} in ${asked}`),
    db
      .select({ name: snapshotUploads.uuid })
      .from(snapshotUploads)
      .where(sql`${snapshotUploads.uuid}::text in ${asked}`),
    avatarsAmong(db, names),
  ]);
  return new Set([...[...ofSnapshots, ...ofUploads].map(({ name }) => name!), ...ofSites]);
}

/**
 * Removes uploads that no Place has named for a day, and pictures that no row of the database names: their Place, its
 * site or its owner was deleted.
 */
export async function sweepUploads({
  db,
  objects,
  clock,
}: {
  db: Db;
  objects: ObjectStore;
  clock: Clock;
}): Promise<void> {
  const before = new Date(clock.now().getTime() - UPLOAD_KEPT_MS);
  await db.delete(snapshotUploads).where(lt(snapshotUploads.createdAt, before));
  await sweepUnnamedPictures({ db, objects }, before.getTime());
}

/** Removes pictures that no row names and unfinished ones, last changed before `beforeMs` (Unix milliseconds). */
export const sweepUnnamedPictures = ({ db, objects }: { db: Db; objects: ObjectStore }, beforeMs: number) =>
  sweepPictures({ objects, beforeMs }, (names) => namedPictures(db, names));
