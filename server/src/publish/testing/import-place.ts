/** A database and a folder of files for imports in tests. */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@overlook/db';
import { models, sites } from '@overlook/db/schema';
import { openMemoryDatabase } from '@overlook/db/testing';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type ImportRequest, importSite } from '../import-site.ts';
import { MODEL_FILES_URL } from '../store/version-folders.ts';
import { aB3dm, aFolder, aRoot, aTileset } from './made-tiles.ts';

/** Opens the database for a test file, with a new folder for each test. Call it once, outside of tests. */
export function importPlace() {
  let database: Database;
  let filesDir: string;
  const folders: string[] = [];
  beforeAll(async () => {
    database = await openMemoryDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    filesDir = await mkdtemp(path.join(tmpdir(), 'overlook-files-'));
    folders.push(filesDir);
  });
  afterEach(async () => {
    await database.db.delete(sites);
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });

  /** A folder with these files, which is removed after the test. */
  async function source(
    files: Parameters<typeof aFolder>[0] = { 'tileset.json': aTileset(), 'tile.b3dm': aB3dm() },
  ): Promise<string> {
    const folder = await aFolder(files);
    folders.push(folder);
    return folder;
  }
  return {
    get db() {
      return database.db;
    },
    get filesDir() {
      return filesDir;
    },
    source,
    /** A tileset without a position. */
    withoutPlace: () => source({ 'tileset.json': aTileset(aRoot({ transform: undefined })), 'tile.b3dm': aB3dm() }),
    run: (request: ImportRequest, more: object = {}) => importSite({ db: database.db, filesDir, ...more }, request),
    /** Path of a published file. */
    onDisk: (filepath: string) =>
      path.join(filesDir, 'models', ...decodeURIComponent(filepath.slice(MODEL_FILES_URL.length)).split('/')),
    /** All paths below the folder of files, to check that nothing remains. */
    leftovers: () =>
      readdirSync(filesDir, { recursive: true })
        .map(String)
        .filter((name) => name !== 'models'),
    storedModels: () => database.db.select().from(models),
  };
}
