import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@overlook/db';
import { type JobProgress, jobs, models, pointclouds, sites } from '@overlook/db/schema';
import { openMemoryDatabase } from '@overlook/db/testing';
import { cancelJob } from '../../services/jobs/stored-jobs.ts';
import { SITE_IMPORT_JOB } from '../import/import-job.ts';
import { nodeFs, type PublishFs } from '../../errors/publish-fs.ts';
import { writeMadeLas } from './testing/made-las.ts';
import { runPointsJob } from './testing/points-job.ts';

const POINTS = 60_000;
const STEPS = ['Reading points', 'Counting points', 'Sorting points', 'Building the octree', 'Writing the octree'];

let database: Database;
let sources: string;
let cloud: string;
let filesDir: string;
beforeAll(async () => {
  database = await openMemoryDatabase();
  sources = await mkdtemp(path.join(tmpdir(), 'overlook-points-job-'));
  cloud = path.join(sources, 'plant.las');
  await writeMadeLas(cloud, { points: POINTS, offset: [690_000, 5_335_000, 500] });
});
afterAll(async () => {
  await database.close();
  await rm(sources, { recursive: true });
});
beforeEach(async () => {
  filesDir = await mkdtemp(path.join(tmpdir(), 'overlook-files-'));
});
afterEach(async () => {
  for (const table of [sites, jobs]) await database.db.delete(table);
  await rm(filesDir, { recursive: true });
});

describe('the progress of an import of points', () => {
  it('is in points for each step, of all points of the file, and never decreases', async () => {
    const seen: JobProgress[] = [];
    const job = await runPointsJob({ database, filesDir, points: cloud, onReport: (progress) => seen.push(progress) });
    expect(job).toMatchObject({ state: 'completed' });
    const ofPoints = seen.filter(({ unit }) => unit === 'points');
    expect([...new Set(ofPoints.map(({ label }) => label))]).toEqual(STEPS);
    expect([...new Set(seen.slice(ofPoints.length).map(({ label }) => label))]).toEqual([
      'Checking points',
      'Copying points',
      'Registering',
    ]);
    for (const label of STEPS) {
      const of = ofPoints.filter((progress) => progress.label === label);
      // The total is known when all files have been read.
      expect([...new Set(of.map(({ total }) => total))]).toEqual([label === STEPS[0] ? null : POINTS]);
      const done = of.map((progress) => progress.done);
      expect(done).toEqual(done.toSorted((a, b) => a - b));
      expect(done[0]).toBe(0);
      expect(done.at(-1)).toBeLessThanOrEqual(POINTS);
    }
  }, 60_000);

  it.each(STEPS)('reports “%s”, and leaves no files when it is cancelled there', async (step) => {
    let noticed: Promise<void> | null = null;
    const onReport = ({ label }: JobProgress, { id, signal }: { id: string; signal: AbortSignal }) => {
      if (label !== step || noticed) return;
      noticed = new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      void cancelJob(database.db, id, [SITE_IMPORT_JOB]);
    };
    // The steps after the octree wait until the worker has read the cancellation.
    const write: PublishFs['write'] = async (...file) => {
      await noticed;
      return nodeFs.write(...file);
    };
    const job = await runPointsJob({ database, filesDir, points: cloud, fs: { ...nodeFs, write }, onReport });
    expect(noticed).not.toBeNull();
    expect(job).toMatchObject({ state: 'cancelled', failure: { code: 'CANCELLED' } });
    expect((await readdir(filesDir, { recursive: true })).filter((name) => name !== 'models')).toEqual([]);
    for (const table of [sites, models, pointclouds]) expect(await database.db.$count(table)).toBe(0);
  });
});
