import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@overlook/db';
import { pointclouds } from '@overlook/db/schema';
import { aModel, aSite } from '@overlook/db/seed';
import { openMemoryDatabase } from '@overlook/db/testing';
import { createPasswords } from '../services/password-hashes.ts';
import { makeStore } from '../pointclouds/testing/made-store.ts';
import { randomFrom, recordsAt } from '../pointclouds/testing/random-records.ts';
import { createSecretBox } from '../services/secret-box.ts';
import { operatorOperations } from './operations.ts';
import { createOperatorChannel, type OperatorChannel } from './operator-channel.ts';
import { SHARE_ENV } from '../testing/share-env.ts';
import { runHere } from './testing/run-here.ts';

const random = randomFrom(9);
const records = recordsAt(3000, () => [random() * 50_000, random() * 50_000, random() * 5000], random);
const frame = {
  kind: 'local',
  name: 'Test',
  toEcef: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 6e6, 0, 0, 1],
  metresPerUnit: 1,
} as const;

let database: Database;
let channel: OperatorChannel;
let dataDir: string;
let withoutMemory: ReturnType<typeof operatorOperations>;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'overlook-data-'));
  const filesDir = path.join(dataDir, 'files');
  database = await openMemoryDatabase();
  const { db } = database;
  const { id: siteId } = await aSite(db, { slug: 'works' });
  await aSite(db, { slug: 'bare' });
  await mkdir(path.join(filesDir, 'pointclouds/one'), { recursive: true });
  const grid = { scale: [0.001, 0.001, 0.001], offset: [1, 2, 3] } as const;
  await makeStore(path.join(filesDir, 'pointclouds/one'), {
    records,
    grid,
    frame: { ...frame, toEcef: [...frame.toEcef] },
  });
  const { captureId } = await aModel(db, { siteId, modeltypeId: 1, filepath: '/tileset.json' });
  await db
    .insert(pointclouds)
    .values({ siteId, captureId, densities: [0.001], filepath: 'pointclouds/one', points: 3000 });
  const secrets = createSecretBox({ secretKey: null, dataDir });
  const stores = { db, filesDir, passwords: createPasswords(), secrets, env: SHARE_ENV };
  const operations = operatorOperations(stores);
  withoutMemory = operatorOperations({ ...stores, convertMemoryMb: 1 });
  channel = await createOperatorChannel({ dataDir, operations });
});
afterAll(async () => {
  await channel.close();
  await database.close();
  await rm(dataDir, { recursive: true });
});

const overlook = (...args: string[]) => runHere(['site', 'points', ...args], { DATA_DIR: dataDir });

describe('overlook site points', () => {
  it('writes the whole cloud as LAS, with every bit of every point', async () => {
    const file = path.join(dataDir, 'works.las');
    const done = await overlook('works', '--export', file);
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining(`Wrote 3000 points to ${file}`) });
    const las = await readFile(file);
    const start = las.readUInt32LE(96);
    const cut = (bytes: Uint8Array) =>
      Array.from({ length: 3000 }, (_, point) =>
        Buffer.from(bytes.subarray(36 * point, 36 * (point + 1))).toString('hex'),
      ).sort();
    expect([las.toString('latin1', 0, 4), las[104], las.readBigUInt64LE(247)]).toEqual(['LASF', 7, 3000n]);
    expect(cut(las.subarray(start))).toEqual(cut(records));
    expect((await readdir(dataDir)).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('does not change an existing file, unless it is told to replace it', async () => {
    const file = path.join(dataDir, 'kept.las');
    await writeFile(file, 'mine');
    const refused = await overlook('works', '--export', file);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') });
    expect(await readFile(file, 'utf8')).toBe('mine');
    expect((await overlook('works', '--export', file, '--replace')).code).toBe(0);
    expect((await readFile(file)).toString('latin1', 0, 4)).toBe('LASF');
  });

  it('stays within CONVERT_MEMORY_MB, and leaves no file where that is too little', async () => {
    const file = path.join(dataDir, 'small.las');
    const context = { signal: new AbortController().signal, onProgress: () => {} };
    await expect(withoutMemory['site.exportPoints']({ slug: 'works', file }, context)).rejects.toThrow(
      'needs more than 1 MB of memory, or broke. Raise CONVERT_MEMORY_MB.',
    );
    expect((await readdir(dataDir)).filter((name) => name.startsWith('small'))).toEqual([]);
  });

  it('is refused where the disk has too little room, before anything is written', async () => {
    const file = path.join(dataDir, 'large.las');
    await database.db.update(pointclouds).set({ points: 1e14 });
    const refused = await overlook('works', '--export', file);
    await database.db.update(pointclouds).set({ points: 3000 });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('of free disk space, and there is') });
    expect((await readdir(dataDir)).filter((name) => name.startsWith('large'))).toEqual([]);
  });

  it('removes the remains of a killed run for the same file, and no file that is being written', async () => {
    const file = path.join(dataDir, 'again.las');
    const [left, written, other] = ['again.las', 'again.las', 'more.las'].map((name) =>
      path.join(dataDir, `${name}.${randomUUID()}.part`),
    ) as [string, string, string];
    for (const part of [left, written, other]) await writeFile(part, 'part');
    const before = new Date(Date.now() - 3_600_000);
    for (const part of [left, other]) await utimes(part, before, before);
    expect((await overlook('works', '--export', file)).code).toBe(0);
    const names = await readdir(dataDir);
    expect([left, written, other].map((part) => names.includes(path.basename(part)))).toEqual([false, true, true]);
  });

  it('says what is missing', async () => {
    const file = path.join(dataDir, 'x.las');
    expect(await overlook('bare', '--export', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no site “bare” with a point cloud'),
    });
    expect(await overlook('works', '--export', path.join(dataDir, 'no/x.las'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not exist'),
    });
    expect(await overlook('works', '--export', path.join(dataDir, 'x.laz'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('.las'),
    });
    expect((await overlook('works')).code).toBe(2);
  });
});
