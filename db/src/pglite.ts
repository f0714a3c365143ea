import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database } from './database.ts';
import { guardDisk, type SpaceLimits } from './disk-space.ts';
import { DatabaseUnavailableError } from './errors.ts';
import { GuardedPGlite } from './guarded-pglite.ts';
import { migrationsFolder } from './migrations.ts';
import { embeddedChannels, type NoticeHandlers } from './notices.ts';
import * as schema from './schema/index.ts';

/** The contributed modules of PostgreSQL that the schema needs; they must be named at every opening. */
export const EXTENSIONS = { pg_trgm };

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0]!.trim() || 'no reason was given';
}

/** The database's own files are readable and writable for all users, whatever the umask: the folder's mode keeps other users out. */
const OWN = 0o700;

const unusable = (folder: string, error: unknown) =>
  new DatabaseUnavailableError(
    `The database in ${folder} cannot be opened: it is damaged or was made by another version ` +
      `(${reasonOf(error)}). Restore the folder from a backup, or move it away to start with an empty one.`,
  );

async function open(folder: string): Promise<GuardedPGlite> {
  const client = new GuardedPGlite(folder, { extensions: EXTENSIONS });
  await client.waitReady;
  await client.query('select 1');
  return client;
}

/**
 * Makes an empty database beside `folder` and renames it when it is complete: otherwise a kill or a full disk could
 * leave a folder that can never be opened.
 */
async function createIn(folder: string): Promise<void> {
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: OWN });
  try {
    const client = await open(fresh);
    await client.close();
    await rename(fresh, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Calls the handlers for the notifications of an embedded database. Resolves to a function that stops this. */
export async function listenEmbedded(client: PGlite, handlers: NoticeHandlers): Promise<() => Promise<void>> {
  const endings: (() => Promise<void>)[] = [];
  for (const [channel, listener] of Object.entries(embeddedChannels(handlers)))
    endings.push(await client.listen(channel, listener));
  return async () => {
    for (const unlisten of endings) await unlisten();
  };
}

/**
 * Opens the embedded database in a folder that the caller has locked; `release` releases the lock at close. Makes the
 * database when there is none. Throws `DatabaseUnavailableError`.
 */
export async function openPglite(place: {
  folder: string;
  release: () => void;
  spaceLimits?: Partial<SpaceLimits> | undefined;
}): Promise<Database> {
  const { folder, release } = place;
  const guard = guardDisk(folder, place.spaceLimits);
  let client: GuardedPGlite;
  try {
    if (!existsSync(join(folder, 'PG_VERSION'))) await createIn(folder);
    // Only the owner of a folder may change who reads it; one that another user made for this process stays as it is.
    await chmod(folder, OWN).catch(() => {});
    client = await open(folder);
  } catch (error) {
    throw guard.lackOfRoom() ?? unusable(folder, error);
  }
  const db = drizzle(client, { schema });
  await migrate(db, { migrationsFolder: migrationsFolder() });
  client.watchDisk(guard);
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= client.close().finally(release));
  const watch = async (handlers: NoticeHandlers) => {
    await listenEmbedded(client, handlers);
    return { completeUntilMs: () => Infinity };
  };
  return { db, kind: 'pglite', watch, close };
}
