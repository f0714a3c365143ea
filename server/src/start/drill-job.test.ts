import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@overlook/db';
import { jobs } from '@overlook/db/schema';
import { openMemoryDatabase } from '@overlook/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBackupRecords } from '../backup/backup-records.ts';
import type { JobRun } from '../services/jobs/job-handler.ts';
import { addDue } from '../services/jobs/schedule.ts';
import { drillHandler, scheduledDrills } from './drill-job.ts';

let database: Database;
let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'overlook-drill-job-'));
  for (const name of ['data', 'backups', 'scratch']) await mkdir(path.join(root, name));
  database = await openMemoryDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(root, { recursive: true });
});

it('is due as often as the settings say, and stores that it failed', async () => {
  const { db } = database;
  const drills = { everyMs: 3_600_000, scratch: path.join(root, 'scratch') };
  const backups = { to: path.join(root, 'backups'), everyMs: 3_600_000, keep: 2, keyFile: null, drills };
  expect(scheduledDrills({ ...backups, drills: null })).toEqual([]);
  expect(await addDue(db, scheduledDrills(backups))).toEqual(['drill']);
  expect(await addDue(db, scheduledDrills(backups))).toEqual([]);
  expect(await db.select({ kind: jobs.kind }).from(jobs)).toEqual([{ kind: 'drill' }]);

  const env = { dataDir: path.join(root, 'data'), storage: null, backupKeys: null };
  const handler = drillHandler({ db, env, log: { error: () => {} } }, backups, drills);
  const run: JobRun = { signal: new AbortController().signal, report: () => {}, complete: () => Promise.resolve() };
  await expect(handler.run({}, run)).rejects.toThrow('There are no backups in');
  expect(await readBackupRecords(db)).toMatchObject({
    drill: { isPassed: false, backupAt: null, faults: [expect.stringContaining('There are no backups in')] },
    passedDrill: null,
  });
  expect(await readdir(drills.scratch)).toEqual([]);
});
