import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database } from './client.ts';
import { migrationsFolder } from './migrations.ts';
import { EXTENSIONS, listenEmbedded } from './pglite.ts';
import * as schema from './schema/index.ts';

const CACHE = fileURLToPath(new URL('../.cache', import.meta.url));

/** Where a migrated, empty database is kept: its name changes with the migrations and with PGlite. */
async function templatePath(): Promise<string> {
  const hash = createHash('sha256');
  const folder = migrationsFolder();
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.sql')).sort())
    hash.update(await readFile(join(folder, name)));
  const pglite = fileURLToPath(import.meta.resolve('@electric-sql/pglite'));
  hash.update(await readFile(join(dirname(pglite), '../package.json')));
  return join(CACHE, `template-${hash.digest('hex').slice(0, 16)}.tar`);
}

/** Written beside and renamed, for several test processes may find none at the same time. */
async function makeTemplate(path: string): Promise<Buffer> {
  const client = await PGlite.create({ extensions: EXTENSIONS });
  await migrate(drizzle(client, { schema }), { migrationsFolder: migrationsFolder() });
  const dump = Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer());
  await client.close();
  await mkdir(CACHE, { recursive: true });
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, dump);
  await rename(part, path);
  return dump;
}

/**
 * A migrated, empty database in memory, for tests. Setting PGlite up and migrating it takes seconds, so that is done
 * once and kept as a file below `db/.cache`.
 */
export async function openMemoryDatabase(): Promise<Database> {
  const path = await templatePath();
  const dump = await readFile(path).catch(() => makeTemplate(path));
  const client = await PGlite.create({ loadDataDir: new Blob([new Uint8Array(dump)]), extensions: EXTENSIONS });
  let closing: Promise<void> | null = null;
  return {
    db: drizzle(client, { schema }),
    kind: 'pglite',
    watch: (handlers) => listenEmbedded(client, handlers),
    close: () => (closing ??= client.close()),
  };
}
