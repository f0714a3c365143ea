import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database } from './client.ts';
import { templatePath } from './database-template.ts';
import { migrationsFolder } from './migrations.ts';
import { EXTENSIONS, listenEmbedded } from './pglite.ts';
import * as schema from './schema/index.ts';

/** Written beside and renamed, for several test processes may find none at the same time. */
async function makeTemplate(path: string): Promise<Buffer> {
  const client = await PGlite.create({ extensions: EXTENSIONS });
  await migrate(drizzle(client, { schema }), { migrationsFolder: migrationsFolder() });
  const dump = Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer());
  await client.close();
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, dump);
  await rename(part, path);
  return dump;
}

/** A migrated, empty database in memory, for tests. */
export async function openMemoryDatabase(): Promise<Database> {
  const path = `${await templatePath()}.tar`;
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
