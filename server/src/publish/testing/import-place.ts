/** A database and a folder of files for imports in tests. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { captures } from '@overlook/db/schema';
import { type ImportRequest, importSite } from '../import/import-site.ts';
import { MODEL_FILES_URL } from '../../storage/version-folders.ts';
import { importStores } from './import-stores.ts';
import { aB3dm, aFolder, aRoot, aTileset } from './made-tiles.ts';

/** Opens the database for a test file, with a new folder for each test. Call it once, outside of tests. */
export function importPlace() {
  const stores = importStores();

  /** A folder with these files, which is removed after the test. */
  async function source(
    files: Parameters<typeof aFolder>[0] = { 'tileset.json': aTileset(), 'tile.b3dm': aB3dm() },
  ): Promise<string> {
    return stores.temporary(await aFolder(files));
  }
  return {
    get db() {
      return stores.db;
    },
    get filesDir() {
      return stores.filesDir;
    },
    source,
    /** A tileset without a position. */
    withoutPlace: () => source({ 'tileset.json': aTileset(aRoot({ transform: undefined })), 'tile.b3dm': aB3dm() }),
    run: (request: ImportRequest, more: object = {}) =>
      importSite({ db: stores.db, filesDir: stores.filesDir, ...more }, request),
    /** Path of a published file. */
    onDisk: (filepath: string) =>
      path.join(stores.filesDir, 'models', ...decodeURIComponent(filepath.slice(MODEL_FILES_URL.length)).split('/')),
    /** All paths below the folder of files, to check that nothing remains. */
    leftovers: () =>
      readdirSync(stores.filesDir, { recursive: true })
        .map(String)
        .filter((name) => name !== 'models'),
    storedCaptures: () => stores.db.select().from(captures),
  };
}
