import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@overlook/db';
import { jobs, sites } from '@overlook/db/schema';
import { openMemoryDatabase } from '@overlook/db/testing';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/**
 * Opens the database of a test file, whose sites and jobs are removed after each test, and makes two folders for each test: one
 * for published files and one for sources. Call it once, outside of tests.
 */
export function importStores() {
  let database: Database;
  let [filesDir, sourcesDir] = ['', ''];
  const folders: string[] = [];
  beforeAll(async () => {
    database = await openMemoryDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    filesDir = await mkdtemp(path.join(tmpdir(), 'overlook-files-'));
    sourcesDir = await mkdtemp(path.join(tmpdir(), 'overlook-sources-'));
    folders.push(filesDir, sourcesDir);
  });
  afterEach(async () => {
    await database.db.delete(sites);
    await database.db.delete(jobs);
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });
  return {
    get db() {
      return database.db;
    },
    get filesDir() {
      return filesDir;
    },
    get sourcesDir() {
      return sourcesDir;
    },
    /** Removes a folder after the test; returns it. */
    temporary(folder: string): string {
      folders.push(folder);
      return folder;
    },
  };
}
