import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@overlook/db';
import { aSite } from '@overlook/db/seed';
import { createScratchDatabase, openMemoryDatabase } from '@overlook/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPasswords } from '../services/password-hashes.ts';
import { createSecretBox } from '../services/secret-box.ts';
import { SHARE_ENV } from '../testing/share-env.ts';
import { createOperatorChannel, type OperatorChannel } from './operator-channel.ts';
import { operatorOperations } from './operations.ts';
import { runHere } from './testing/run-here.ts';

let database: Database;
let channel: OperatorChannel;
let root: string;
let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;

const place = (name: string) => path.join(root, name);
const overlook = (args: string[], variables: NodeJS.ProcessEnv = {}) =>
  runHere(args, { DATA_DIR: place('data'), ...variables });

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'overlook-backup-cli-'));
  await mkdir(place('data/files/models'), { recursive: true });
  await writeFile(place('data/files/models/tile.b3dm'), 'tile');
  await writeFile(place('backup.key'), `${'ab'.repeat(32)}\n`);
  await writeFile(place('no.key'), 'ab');
  database = await openMemoryDatabase();
  scratch = await createScratchDatabase();
  await aSite(database.db, { name: 'North' });
  // The "server" that this test is.
  const dataDir = place('data');
  const env = { ...SHARE_ENV, dataDir };
  const secrets = createSecretBox({ secretKey: null, dataDir });
  const stores = { db: database.db, filesDir: place('data/files'), passwords: createPasswords(), secrets, env };
  channel = await createOperatorChannel({ dataDir, operations: operatorOperations(stores) });
});
afterAll(async () => {
  await channel.close();
  await database.close();
  await scratch?.drop();
  await rm(root, { recursive: true });
});

it('backs up a running server, and lists, verifies, prunes and restores its backups', async () => {
  const [folder, key] = [place('backups'), ['--key-file', place('backup.key')]];
  expect((await overlook(['backup', folder])).stderr).toContain('Make it first');
  await mkdir(folder);
  expect((await overlook(['backup', 'list', folder])).stderr).toContain('There are no backups in the folder');
  expect((await overlook(['backup', folder, '--key-file', place('no.key')])).stderr).toContain('64 hexadecimal digits');
  const made = await overlook(['backup', folder, ...key]);
  expect(made.stdout).toContain('1 rows, 1 files with 4 B, of which 4 B were new');
  await overlook(['backup', folder, ...key]);

  const { backups } = JSON.parse((await overlook(['backup', 'list', folder, ...key, '--json'])).stdout) as {
    backups: { at: string }[];
  };
  // The second one has the record of the first.
  expect(backups).toEqual([
    expect.objectContaining({ rows: 2, files: 1 }),
    expect.objectContaining({ rows: 1, bytes: 4 }),
  ]);
  expect((await overlook(['backup', 'verify', folder, ...key])).stdout).toMatch(/^2 backups are whole: \d+ objects/);
  expect((await overlook(['backup', 'verify', folder, ...key, '--at', backups[1]!.at])).stdout).toContain(
    '1 backup is',
  );
  expect((await overlook(['backup', 'prune', folder, ...key])).code).toBe(2);
  expect((await overlook(['backup', 'prune', folder, ...key, '--keep', '1'])).stdout).toContain('Kept 1, removed 1');

  const there = await overlook(['restore', folder, ...key]);
  expect(there.stderr).toContain('is not empty: it has');
  // To the other kind of database, where there is one, which is also faster.
  const elsewhere = { DATA_DIR: place('new'), DATABASE_URL: scratch?.url ?? '' };
  const restored = await overlook(['restore', folder, ...key], elsewhere);
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('All are equal') as string });
  const listed = await overlook(['site', 'list', '--json'], elsewhere);
  expect(JSON.parse(listed.stdout)).toMatchObject({ sites: [{ name: 'North' }] });
});
