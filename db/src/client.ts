import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { releaseReserve, type SpaceLimits } from './disk-space.ts';
import { DatabaseUnavailableError, isDiskFull } from './errors.ts';
import { lockFolder } from './folder-lock.ts';
import { assertRestored } from './restore-mark.ts';
import type { Database } from './database.ts';

export interface DatabaseOptions {
  /** A PostgreSQL server; without it the embedded database in `dataDir` is used. */
  databaseUrl?: string | null | undefined;
  /**
   * The same database without a pool in between that gives each transaction another connection, as PgBouncer does: notices,
   * migrations and locks take this one.
   */
  databaseDirectUrl?: string | null | undefined;
  /** Folder that holds the embedded database; made when missing. */
  dataDir: string;
  /** Called with a line for the operator while a migration waits for others; it is printed without it. */
  onWait?: ((line: string) => void) | undefined;
  /** Free space that the embedded database needs on its disk, for tests on small ones. */
  spaceLimits?: Partial<SpaceLimits>;
  /** Whether a backup is being restored into the data folder: until that is complete, nothing else may open it. */
  isRestoring?: boolean;
}

/**
 * Opens the database and brings it up to date. Only one process at a time migrates, and only one has the embedded
 * database open. Throws `DatabaseUnavailableError` with a sentence for the operator.
 */
export async function openDatabase({
  databaseUrl,
  databaseDirectUrl,
  dataDir,
  onWait,
  spaceLimits,
  isRestoring,
}: DatabaseOptions): Promise<Database> {
  if (!isRestoring) assertRestored(dataDir);
  if (databaseUrl) return (await import('./postgres.ts')).openPostgres(databaseUrl, databaseDirectUrl ?? null, onWait);
  const folder = join(resolve(dataDir), 'database');
  await mkdir(resolve(dataDir), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new DatabaseUnavailableError(`The data folder ${resolve(dataDir)} cannot be made (${error.code}).`);
  });
  // Writing the lock also needs some bytes.
  releaseReserve(folder, spaceLimits);
  const lock = await lockFolder(folder).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
    throw new DatabaseUnavailableError(
      `The disk of the data folder ${resolve(dataDir)} is full: not even the lock of the database can be written. ` +
        'Free some space and start again.',
    );
  });
  try {
    const { openPglite } = await import('./pglite.ts');
    return await openPglite({ folder, release: () => lock.release(), spaceLimits });
  } catch (error) {
    lock.release();
    throw error;
  }
}
