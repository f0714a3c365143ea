import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import type { Database } from './database.ts';
import { DatabaseUnavailableError } from './errors.ts';
import { listenTo } from './listen.ts';
import { migrationsFolder } from './migrations.ts';
import { channelsOf } from './notices.ts';
import { onPrimary, parsePostgresUrl } from './postgres-url.ts';
import { LOCK_WAIT_MS, retryLocked } from './retry-locked.ts';
import * as schema from './schema/index.ts';

/** Key of the advisory lock around migrations; any fixed number that nothing else in the database uses. */
const MIGRATION_LOCK = 7_305_621;

/** Idle connections are closed, and connection attempts are aborted, after this time, in seconds. */
const IDLE_SECONDS = 60;
const CONNECT_SECONDS = 10;

/**
 * JIT compilation of a query takes a tenth of a second, which our queries do not save again. Dates are read in the ISO
 * style, whatever the server, the database or the role is set to.
 */
const SETTINGS = { jit: 'off', DateStyle: 'ISO, YMD', IntervalStyle: 'postgres' };

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return code ? `${code}: ${error.message}` : error.message;
}

/** The URL without its password, for messages. */
function withoutPassword(databaseUrl: string): string {
  const { hosts, url } = parsePostgresUrl(databaseUrl)!;
  if (url.password) url.password = '***';
  return url.toString().replace(url.host, hosts.join(','));
}

/** Makes the settings those of our role in this database, for connections that cannot name them at their start. */
async function keepSettings(sql: postgres.Sql): Promise<void> {
  const [place] = await sql<{ name: string }[]>`select current_database() as name`;
  for (const [setting, value] of Object.entries(SETTINGS))
    await sql`alter role current_user in database ${sql(place!.name)} set ${sql(setting)} = ${sql.unsafe(`'${value}'`)}`;
}

interface MigrateOptions {
  readonly keepsSettings: boolean;
  readonly onWait: ((line: string) => void) | undefined;
}

/**
 * Runs the migrations while holding an advisory lock on a connection of its own, so that servers that start together
 * on one database do it one after another: drizzle's migrator takes no lock. While others hold a table that they change, they are tried again.
 */
async function migrateOneAtATime(databaseUrl: string, { keepsSettings, onWait }: MigrateOptions): Promise<void> {
  const options = {
    max: 1,
    onnotice: () => {},
    connect_timeout: CONNECT_SECONDS,
    connection: SETTINGS,
    ...onPrimary(databaseUrl),
  };
  const locker = postgres(databaseUrl, options);
  const worker = postgres(databaseUrl, { ...options, connection: { ...SETTINGS, lock_timeout: LOCK_WAIT_MS } });
  try {
    await locker`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await retryLocked(() => migrate(drizzle(worker), { migrationsFolder: migrationsFolder() }), { onWait });
    if (keepsSettings) await keepSettings(worker);
    await locker`select pg_advisory_unlock(${MIGRATION_LOCK})`;
  } finally {
    await Promise.all([locker.end({ timeout: 5 }), worker.end({ timeout: 5 })]);
  }
}

/**
 * Opens a PostgreSQL server's database through a pool of connections. With a direct URL, `databaseUrl` may lead through a pool that
 * gives each transaction another connection: statements are not prepared on it, and it gets no settings at its start, which such
 * pools refuse. Throws `DatabaseUnavailableError`.
 */
export async function openPostgres(
  databaseUrl: string,
  databaseDirectUrl: string | null = null,
  onWait?: (line: string) => void,
): Promise<Database> {
  const directUrl = databaseDirectUrl ?? databaseUrl;
  try {
    await migrateOneAtATime(directUrl, { keepsSettings: databaseDirectUrl !== null, onWait });
  } catch (error) {
    throw new DatabaseUnavailableError(
      `The database at ${withoutPassword(directUrl)} cannot be used (${reasonOf(error)}).`,
    );
  }
  const client = postgres(databaseUrl, {
    max: 10,
    idle_timeout: IDLE_SECONDS,
    connect_timeout: CONNECT_SECONDS,
    onnotice: () => {},
    ...onPrimary(databaseUrl),
    ...(databaseDirectUrl === null ? { connection: SETTINGS } : { prepare: false }),
  });
  const listeners: ReturnType<typeof listenTo>[] = [];
  let closing: Promise<unknown> | null = null;
  return {
    db: drizzle(client, { schema }),
    kind: 'postgres',
    async watch(handlers) {
      const listener = listenTo(directUrl, channelsOf(handlers));
      listeners.push(listener);
      await listener.ready;
      return listener;
    },
    async close() {
      closing ??= Promise.all([client.end({ timeout: 5 }), ...listeners.map((listener) => listener.close())]);
      await closing;
    },
  };
}
