import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@overlook/db';
import { jobs } from '@overlook/db/schema';
import { openMemoryDatabase } from '@overlook/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackupRepository } from '../backup/backup-repository.ts';
import { openTarget } from '../backup/backup-target.ts';
import type { JobRun } from '../services/jobs/job-handler.ts';
import { addDue } from '../services/jobs/schedule.ts';
import { backupHandler, scheduledBackups } from './backup-job.ts';

let database: Database;
let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'overlook-backup-job-'));
  for (const name of ['data', 'backups']) await mkdir(path.join(root, name));
  database = await openMemoryDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(root, { recursive: true });
});

it('makes a backup when it is due, and keeps as many as the settings say', async () => {
  const { db } = database;
  const backups = { to: path.join(root, 'backups'), everyMs: 3_600_000, keep: 2, keyFile: null, drills: null };
  expect(await addDue(db, scheduledBackups(backups))).toEqual(['backup']);
  expect(await addDue(db, scheduledBackups(backups))).toEqual([]);
  const added = await db.select({ kind: jobs.kind, payload: jobs.payload }).from(jobs);
  expect(added).toEqual([{ kind: 'backup', payload: {} }]);

  const dataDir = path.join(root, 'data');
  const env = { dataDir, databaseUrl: null, secretKey: null, storage: null, backupKeys: null };
  const stores = { db, filesDir: path.join(dataDir, 'files'), env };
  const handler = backupHandler(stores, backups);
  const run: JobRun = { signal: new AbortController().signal, report: () => {}, complete: () => Promise.resolve() };
  const made = [];
  for (let i = 0; i < 3; i++) made.unshift(await handler.run({}, run));
  const kept = await (await BackupRepository.open(await openTarget(backups.to, env), null)).backups();
  expect(kept.map(({ at }) => at)).toEqual(made.slice(0, 2).map((one) => (one as { at: string }).at));
});
