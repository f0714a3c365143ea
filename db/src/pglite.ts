import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database } from './client.ts';
import { DatabaseUnavailable } from './errors.ts';
import { migrationsFolder } from './migrations.ts';
import * as schema from './schema/index.ts';

/** What the schema needs of PostgreSQL's contributed modules; to be named at every opening. */
export const EXTENSIONS = { pg_trgm };

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0]!.trim() || 'no reason was given';
}

/** Opens the embedded database in a folder that the caller has locked; `release` gives the lock back at close. */
export async function openPglite(place: { folder: string; release: () => void }): Promise<Database> {
  const client = new PGlite(place.folder, { extensions: EXTENSIONS });
  try {
    await client.waitReady;
    await client.query('select 1');
  } catch (error) {
    throw new DatabaseUnavailable(
      `The database in ${place.folder} cannot be opened: it is damaged or was made by another version ` +
        `(${reasonOf(error)}). Restore the folder from a backup, or move it away to start with an empty one.`,
    );
  }
  const db = drizzle(client, { schema });
  await migrate(db, { migrationsFolder: migrationsFolder() });
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= client.close().finally(place.release));
  return { db, kind: 'pglite', watchAccess: async () => {}, close };
}
