import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationsFolder } from '../migrations.ts';

const CACHE = fileURLToPath(new URL('../../.cache', import.meta.url));

/**
 * Where tests keep a migrated, empty database, without an ending: its name changes with the migrations and with PGlite.
 * Setting PGlite up and migrating it takes seconds, so that is done once.
 */
export async function templatePath(): Promise<string> {
  const hash = createHash('sha256');
  const folder = migrationsFolder();
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.sql')).sort())
    hash.update(await readFile(join(folder, name)));
  const pglite = fileURLToPath(import.meta.resolve('@electric-sql/pglite'));
  hash.update(await readFile(join(dirname(pglite), '../package.json')));
  return join(CACHE, `template-${hash.digest('hex').slice(0, 16)}`);
}
