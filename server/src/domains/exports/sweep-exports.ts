import { opendir, rm, stat } from 'node:fs/promises';
import { inArray, lt, or } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { pointgrabDownloads } from '@overlook/db/schema';
import { EXPORTS } from '@overlook/shared/config';
import { DAY_MS, type Clock } from '../../services/clock.ts';
import { exportFile, exportsFolder } from './export-files.ts';

interface Stores {
  readonly db: Db;
  /** `<DATA_DIR>/files`. */
  readonly filesDir: string;
  readonly clock: Clock;
}

/** Files whose rows are looked up at once. */
const FILES_AT_ONCE = 1000;

/** Removes exports that have expired, and those whose deletion can no longer be undone. Returns how many. */
export async function removeExpiredExports({ db, filesDir, clock }: Stores): Promise<number> {
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
  for (const { filename } of gone) await rm(exportFile(filesDir, filename), { force: true });
  return gone.length;
}

/**
 * Does the same, and removes files without a row that have not changed for a day: their site or owner was deleted, or
 * they are parts of an attempt that was killed.
 */
export async function sweepExports(stores: Stores): Promise<{ rows: number; files: number }> {
  const rows = await removeExpiredExports(stores);
  return { rows, files: await sweepUnnamedExports(stores, stores.clock.now().getTime() - DAY_MS) };
}

/** Removes files without a row, last changed before `beforeMs` (Unix milliseconds). Returns how many. */
export async function sweepUnnamedExports(
  { db, filesDir }: Pick<Stores, 'db' | 'filesDir'>,
  beforeMs: number,
): Promise<number> {
  let files = 0;
  for await (const names of oldFiles(filesDir, beforeMs)) {
    const known = await db
      .select({ filename: pointgrabDownloads.filename })
      .from(pointgrabDownloads)
      .where(inArray(pointgrabDownloads.filename, names));
    const kept = new Set(known.map(({ filename }) => filename));
    const unnamed = names.filter((name) => !kept.has(name));
    for (const name of unnamed) await rm(exportFile(filesDir, name), { force: true });
    files += unnamed.length;
  }
  return files;
}

/** Names of those files, in portions. */
async function* oldFiles(filesDir: string, beforeMs: number): AsyncGenerator<string[]> {
  const folder = await opendir(exportsFolder(filesDir)).catch(() => null);
  if (!folder) return;
  let names: string[] = [];
  for await (const { name } of folder) {
    const found = await stat(exportFile(filesDir, name)).catch(() => null);
    if (!found?.isFile() || found.mtimeMs >= beforeMs) continue;
    names.push(name);
    if (names.length < FILES_AT_ONCE) continue;
    yield names;
    names = [];
  }
  if (names.length > 0) yield names;
}
