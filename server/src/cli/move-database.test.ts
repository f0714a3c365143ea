import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '@overlook/db';
import { sites } from '@overlook/db/schema';
import { aSite } from '@overlook/db/seed';
import { copyEmptyDatabase, createScratchDatabase } from '@overlook/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere } from './testing/run-here.ts';

let dataDir: string;
let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'overlook-move-'));
  await copyEmptyDatabase(dataDir);
  scratch = await createScratchDatabase();
});
afterAll(async () => {
  await rm(dataDir, { recursive: true });
  await scratch?.drop();
});

const move = (args: string[], variables = {}) => runHere(['db', 'move', ...args], { DATA_DIR: dataDir, ...variables });

it('moves an installation to PostgreSQL when no server runs on it, once', async ({ skip }) => {
  if (!scratch) return skip('no PostgreSQL server answers');
  const server = await openDatabase({ dataDir });
  await aSite(server.db, { name: 'Größe' });
  const refused = await move(['--to', scratch.url]);
  expect(refused.stderr).toContain('is in use by another server');
  await server.close();

  const moved = await move(['--to', scratch.url, '--json']);
  expect(JSON.parse(moved.stdout)).toMatchObject({ rows: 1 });
  const database = await openDatabase({ databaseUrl: scratch.url, dataDir });
  expect(await database.db.select({ name: sites.name }).from(sites)).toEqual([{ name: 'Größe' }]);
  await database.close();

  const again = await move(['--to', scratch.url]);
  expect(again).toMatchObject({
    code: 1,
    stderr: 'overlook: The database is not empty: sites have rows. Give an empty one.\n',
  });
});

it('says what is wrong with its arguments', async () => {
  expect(await move([])).toMatchObject({ code: 2, stderr: expect.stringContaining('Give the empty database as --to') });
  expect(await move(['--to', 'postgres://x/y'], { DATABASE_URL: 'postgres://x/y' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('on PostgreSQL already'),
  });
  expect(await move(['--to', 'postgres://x/y'], { DATA_DIR: path.join(dataDir, 'none') })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no embedded database'),
  });
});
