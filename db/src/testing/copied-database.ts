import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../client.ts';
import { templatePath } from './database-template.ts';

const DATABASE = 'database';

/** It is made beside its final place and renamed, because several test processes may find none at the same time. */
async function makeTemplate(path: string): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  await (await openDatabase({ dataDir: part })).close();
  await rename(part, path).catch(async (error: unknown) => {
    if (!existsSync(join(path, DATABASE))) throw error;
    await rm(part, { recursive: true });
  });
}

/** Puts a migrated, empty embedded database into a data folder that has none, for tests that start servers on it. */
export async function copyEmptyDatabase(dataDir: string): Promise<void> {
  const path = `${await templatePath()}-folder`;
  if (!existsSync(path)) await makeTemplate(path);
  await cp(join(path, DATABASE), join(dataDir, DATABASE), { recursive: true });
}
