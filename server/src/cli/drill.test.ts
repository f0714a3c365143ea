import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Database, openDatabase } from '@overlook/db';
import { sites } from '@overlook/db/schema';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUp } from '../backup/back-up.ts';
import { readBackupRecords } from '../backup/backup-records.ts';
import { importSite } from '../publish/import/import-site.ts';
import { aB3dm, aFolder, aTileset } from '../publish/testing/made-tiles.ts';
import { FolderStore } from '../storage/objects/folder-store.ts';
import { bytesSource } from '../storage/objects/object-sources.ts';
import { bundled } from '../testing/server-bundle.ts';

const CUT = randomUUID();

let database: Database;
let root: string;
let tiles: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'overlook-drill-test-'));
  for (const name of ['backups', 'scratch']) await mkdir(path.join(root, name));
  tiles = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm() });
  database = await openDatabase({ dataDir: place('data') });
});
afterAll(async () => {
  await database.close();
  for (const folder of [root, tiles]) await rm(folder, { recursive: true });
});

const place = (name: string) => path.join(root, name);

/** Runs the command as a process, because it starts the server that lies beside it. */
async function drill(): Promise<{ code: number; stdout: string }> {
  const args = [bundled('cli'), 'drill', place('backups'), '--scratch', place('scratch')];
  const env = { PATH: process.env['PATH'], DATA_DIR: place('data') };
  return promisify(execFile)(process.execPath, args, { env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  );
}

it('opens every layer and picture of a restored backup, names those that fail, and is recorded', async () => {
  const { db } = database;
  const filesDir = place('data/files');
  const objects = new FolderStore(filesDir);
  for (const slug of ['works', 'broken']) await importSite({ db, filesDir }, { slug, layers: { textured: tiles } });
  // Somebody has removed a file that the tileset names.
  const files = await readdir(path.join(filesDir, 'models/broken'), { recursive: true });
  const tile = files.find((file) => /\.(b3dm|glb)$/.test(file))!;
  await rm(path.join(filesDir, 'models/broken', tile));
  const color = { create: { width: 8, height: 8, channels: 3 as const, background: '#804020' } };
  for (const [slug, name] of [
    ['works', randomUUID()],
    ['broken', CUT],
  ] as const) {
    const bytes = await sharp(color).jpeg().toBuffer();
    await objects.put(`snapshots/${name}/thumb.jpg`, bytesSource(name === CUT ? bytes.subarray(0, 40) : bytes));
    await db
      .update(sites)
      .set({ data: sql`${sites.data} || ${JSON.stringify({ avatar: `/api/files/snapshots/${name}/thumb` })}::jsonb` })
      .where(eq(sites.slug, slug));
  }
  const env = { dataDir: place('data'), databaseUrl: null, secretKey: null, storage: null, backupKeys: null };
  const context = { signal: new AbortController().signal, onProgress: () => {} };
  const made = await backUp({ db, env, filesDir }, { to: place('backups'), keyFile: null }, context);
  await database.close();

  const { code, stdout } = await drill();
  expect(stdout).toMatch(/^broken, .* was answered with 404/);
  expect(stdout).toContain(`snapshots/${CUT}/thumb is no picture`);
  expect(stdout).toContain('first tile of 1 layers and 1 pictures; 2 failed. 5 answers have the hash');
  expect(stdout).not.toContain('does not know of this drill');
  expect(code).toBe(1);
  expect(await readdir(place('scratch'))).toEqual([]);

  database = await openDatabase({ dataDir: place('data') });
  expect(await readBackupRecords(database.db)).toMatchObject({
    backup: { at: made.at, to: place('backups'), files: made.files },
    drill: { backupAt: made.at, isPassed: false, layers: 1, pictures: 1 },
    passedDrill: null,
  });
}, 300_000);
