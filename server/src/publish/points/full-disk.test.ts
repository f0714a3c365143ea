/** An import of points on a disk that another program fills in its midst. */
import { writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@overlook/db';
import { type JobProgress, jobs, models, pointclouds, sites } from '@overlook/db/schema';
import { mountDisk, openMemoryDatabase } from '@overlook/db/testing';
import { writeMadeLas } from './testing/made-las.ts';
import { runPointsJob } from './testing/points-job.ts';

const POINTS = 100_000;
const DISK_MIB = 32;

const disk = await mountDisk(DISK_MIB);
let database: Database;
let sources: string;
let cloud: string;
beforeAll(async () => {
  database = await openMemoryDatabase();
  sources = await mkdtemp(path.join(tmpdir(), 'overlook-full-'));
  cloud = path.join(sources, 'plant.las');
  await writeMadeLas(cloud, { points: POINTS, offset: [690_000, 5_335_000, 500] });
});
afterAll(async () => {
  await database.close();
  await disk?.unmount();
  await rm(sources, { recursive: true });
});
afterEach(async () => {
  for (const table of [sites, jobs]) await database.db.delete(table);
});

/** Fills all remaining room of the disk, with small files at the end. */
function fill(file: string): void {
  for (let bytes = DISK_MIB * 2 ** 20; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    try {
      writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

/** The import, whose disk is full from the first progress with this label on. Returns its outcome, and the labels. */
async function importUntil(filesDir: string, fullAt: string | null, replace = false) {
  const filler = path.join(filesDir, 'of another program');
  const labels = new Set<string>();
  const onReport = ({ label }: JobProgress) => {
    if (label === fullAt && !labels.has(label)) fill(filler);
    labels.add(label);
  };
  const job = await runPointsJob({ database, filesDir, points: cloud, replace, onReport });
  await rm(filler, { force: true });
  return { ...job, labels: [...labels] };
}

/** The folder of models remains, with or without models. */
const filesOf = async (filesDir: string) =>
  (await readdir(filesDir, { recursive: true })).filter((name) => name !== 'models').toSorted();

// Needs the right to mount a small file system.
describe.runIf(disk)('a disk that is full in the middle of an import of points', () => {
  const filesDir = disk?.folder ?? '';
  const failure = { code: 'DISK', error: `The disk of ${filesDir} is full. Nothing was stored.` };

  it.each(['Counting points', 'Building the octree', 'Writing the octree', 'Copying points'])(
    'at “%s” ends it with the folder in the message, and leaves no files',
    async (label) => {
      const ended = await importUntil(filesDir, label);
      expect(ended.labels).toContain(label);
      expect(ended).toMatchObject({ state: 'error', attempts: 1, failure });
      expect(await filesOf(filesDir)).toEqual([]);
      expect([await database.db.$count(pointclouds), await database.db.$count(models)]).toEqual([0, 0]);
    },
    60_000,
  );

  it('lets the same import run once there is room, and keeps the old cloud where a replacement fails', async () => {
    await importUntil(filesDir, 'Building the octree');
    expect(await importUntil(filesDir, null)).toMatchObject({ state: 'completed' });
    const [before] = await database.db.select().from(pointclouds);
    expect(before).toMatchObject({ points: POINTS });
    const files = await filesOf(filesDir);
    const again = await importUntil(filesDir, 'Building the octree', true);
    expect(again).toMatchObject({ state: 'error', failure });
    expect(await filesOf(filesDir)).toEqual(files);
    expect(await database.db.select().from(pointclouds)).toEqual([before]);
    expect(await importUntil(filesDir, null, true)).toMatchObject({ state: 'completed' });
    expect(await database.db.select().from(pointclouds)).toMatchObject([{ points: POINTS }]);
    for (const name of await filesOf(filesDir)) await rm(path.join(filesDir, name), { recursive: true, force: true });
  }, 120_000);

  it('is refused before it begins where the disk is too small for it, with both sizes', async () => {
    await writeFile(path.join(filesDir, 'half'), Buffer.alloc((DISK_MIB - 4) * 2 ** 20));
    const ended = await importUntil(filesDir, null);
    await rm(path.join(filesDir, 'half'));
    expect(ended).toMatchObject({ state: 'error', failure: { code: 'REFUSED', file: 'plant.las' } });
    expect(ended.failure!.error).toMatch(/needs about 5\.2\sMB of free disk space .*, and there is [34]\.\d\sMB/);
    expect(await filesOf(filesDir)).toEqual([]);
  });
});
