import { inArray, lt, or } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { pointgrabDownloads } from '@overlook/db/schema';
import { EXPORTS } from '@overlook/shared/config';
import { DAY_MS, type Clock } from '../../services/clock.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import { sweepUnnamed } from '../../storage/objects/sweep-unnamed.ts';
import { EXPORT_KEYS, exportKey } from './export-files.ts';

interface Stores {
  readonly db: Db;
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

/** Removes exports that have expired, and those whose deletion can no longer be undone. Returns how many. */
export async function removeExpiredExports({ db, objects, clock }: Stores): Promise<number> {
  const now = clock.now();
  const gone = await db
    .delete(pointgrabDownloads)
    .where(
      or(
        lt(pointgrabDownloads.expiresAt, now),
        lt(pointgrabDownloads.deletedAt, new Date(now.getTime() - EXPORTS.undoMs)),
      ),
    )
    .returning({ filename: pointgrabDownloads.filename });
  // If the process ends here, the sweep removes the file later.
  for (const { filename } of gone) await objects.delete(exportKey(filename));
  return gone.length;
}

/**
 * Does the same, and removes files without a row that have not changed for a day: their site or owner was deleted, or
 * their attempt was killed.
 */
export async function sweepExports(stores: Stores): Promise<{ rows: number; files: number }> {
  const rows = await removeExpiredExports(stores);
  return { rows, files: await sweepUnnamedExports(stores, stores.clock.now().getTime() - DAY_MS) };
}

/** Of these names of files those that rows have. */
export async function namedExports(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { filename } = pointgrabDownloads;
  const rows = await db
    .select({ filename })
    .from(pointgrabDownloads)
    .where(inArray(filename, [...names]));
  return new Set(rows.map((row) => row.filename));
}

/** Removes files without a row, last changed before `beforeMs` (Unix milliseconds). Returns how many. */
export const sweepUnnamedExports = (
  { db, objects }: Pick<Stores, 'db' | 'objects'>,
  beforeMs: number,
): Promise<number> => sweepUnnamed({ objects, prefix: EXPORT_KEYS, beforeMs }, (names) => namedExports(db, names));
