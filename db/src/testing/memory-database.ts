import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database } from '../database.ts';
import type { Db } from '../db.ts';
import { templatePath } from './database-template.ts';
import { emptyDatabase, schemaMark } from './empty-database.ts';
import { migrationsFolder } from '../migrations.ts';
import { EXTENSIONS, listenEmbedded } from '../pglite.ts';
import * as schema from '../schema/index.ts';
import { TurningPGlite } from '../turning-pglite.ts';

/** It is written beside its final place and renamed, because several test processes may find none at the same time. */
async function makeTemplate(path: string): Promise<Buffer> {
  const client = new TurningPGlite({ extensions: EXTENSIONS });
  await client.waitReady;
  await migrate(drizzle(client, { schema }), { migrationsFolder: migrationsFolder() });
  const dump = Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer());
  await client.close();
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, dump);
  await rename(part, path);
  return dump;
}

interface Kept {
  readonly client: PGlite;
  readonly db: Db;
  /** `schemaMark` as it was migrated. */
  readonly mark: string;
}

/** Closed and emptied databases, which are opened again: making one takes ten times as long as emptying one. */
const kept: Kept[] = [];
const MOST_KEPT = 2;

async function make(): Promise<Kept> {
  const path = `${await templatePath()}.tar`;
  const dump = await readFile(path).catch(() => makeTemplate(path));
  const client = new TurningPGlite({ loadDataDir: new Blob([new Uint8Array(dump)]), extensions: EXTENSIONS });
  await client.waitReady;
  const db = drizzle(client, { schema });
  return { client, db, mark: await schemaMark(db) };
}

/** Keeps a database for the next opening, unless its schema was changed or enough are kept. */
async function giveBack(own: Kept): Promise<void> {
  if (kept.length < MOST_KEPT && (await schemaMark(own.db)) === own.mark) {
    await emptyDatabase(own.db);
    kept.push(own);
  } else await own.client.close();
}

/**
 * The client until `end`; then all its methods throw, so that work that one suite left running cannot change the rows
 * of the next.
 */
function lend(client: PGlite): { lent: PGlite; end(): void } {
  let isOver = false;
  const lent = new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if (isOver) throw new Error('The database is closed.');
        return value.apply(target, args);
      };
    },
  });
  return { lent, end: () => (isOver = true) };
}

/** A migrated, empty database in memory, for tests. */
export async function openMemoryDatabase(): Promise<Database> {
  const own = kept.pop() ?? (await make());
  const { lent, end } = lend(own.client);
  const endings: (() => Promise<void>)[] = [];
  let closing: Promise<void> | null = null;
  return {
    db: drizzle(lent, { schema }),
    kind: 'pglite',
    async watch(handlers) {
      endings.push(await listenEmbedded(own.client, handlers));
      return { completeUntilMs: () => Infinity };
    },
    close: () =>
      (closing ??= (async () => {
        end();
        for (const unlisten of endings) await unlisten();
        await giveBack(own);
      })()),
  };
}
