import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copyDatabase, openDatabase } from '@overlook/db';
import type { Env } from '../env.ts';
import { UsageError } from '../errors/failure.ts';
import type { OperationContext } from './operations.ts';

/** What was moved, and was equal afterwards. */
export interface MovedDatabase {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Copies the embedded database of the data folder to an empty PostgreSQL database and compares each table. The embedded
 * one stays as it is. Throws `FolderInUseError` while a server runs, and `LoadRefusedError`.
 */
export async function moveDatabase(
  { dataDir, databaseUrl }: Pick<Env, 'dataDir' | 'databaseUrl'>,
  to: string,
  { signal, onProgress }: OperationContext,
): Promise<MovedDatabase> {
  if (databaseUrl !== null) throw new UsageError('DATABASE_URL is set, so this installation is on PostgreSQL already.');
  const folder = join(resolve(dataDir), 'database');
  if (!existsSync(folder))
    throw new UsageError(`There is no embedded database in ${folder}. Set DATA_DIR to its installation.`);
  const from = await openDatabase({ dataDir });
  try {
    const target = await openDatabase({ databaseUrl: to, dataDir });
    try {
      let rows = 0;
      const contents = await copyDatabase(from.db, target.db, (count) => {
        signal.throwIfAborted();
        rows += count;
        onProgress({ label: 'Moving rows', done: rows, total: null, unit: 'items' });
      });
      return { tables: contents.size, rows };
    } finally {
      await target.close();
    }
  } finally {
    await from.close();
  }
}
