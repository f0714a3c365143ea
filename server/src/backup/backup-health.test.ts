import type { Database } from '@overlook/db';
import { jobs } from '@overlook/db/schema';
import { openMemoryDatabase } from '@overlook/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadBackupHealth } from './backup-health.ts';
import { type DrillRecord, recordBackup, recordDrill } from './backup-records.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-30T12:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS).toISOString();

const DRILLS = { everyMs: 168 * HOUR_MS, scratch: '/scratch' };
const BACKUPS = { to: '/backup', everyMs: 24 * HOUR_MS, keep: undefined, keyFile: null, drills: DRILLS };
const backup = (hours: number) => ({
  at: hoursAgo(hours),
  finishedAt: hoursAgo(hours),
  to: '/backup',
  rows: 1,
  files: 1,
  bytes: 1,
  newBytes: 1,
});
const drill = (hours: number, isPassed: boolean): DrillRecord => ({
  finishedAt: hoursAgo(hours),
  backupAt: hoursAgo(hours),
  isPassed,
  layers: 1,
  pictures: 1,
  faults: isPassed ? [] : ['works: tileset.json was answered with 404.'],
});

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

it('is late after twice the interval, or when nothing was ever made and nothing is on its way', async () => {
  const { db } = database;
  const health = (backups: Parameters<typeof loadBackupHealth>[1]['backups'] = BACKUPS) =>
    loadBackupHealth(db, { backups }, NOW);
  expect(await health(null)).toEqual({
    backup: null,
    drill: null,
    passedDrill: null,
    isBackupLate: false,
    isDrillLate: false,
  });
  expect(await health()).toMatchObject({ isBackupLate: true, isDrillLate: true });
  await db.insert(jobs).values({ kind: 'backup', payload: {} });
  expect(await health()).toMatchObject({ isBackupLate: false, isDrillLate: true });

  await recordBackup(db, backup(49));
  await recordDrill(db, drill(337, true));
  expect(await health()).toMatchObject({ isBackupLate: true, isDrillLate: true });
  await recordBackup(db, backup(47));
  await recordDrill(db, drill(335, true));
  await recordDrill(db, drill(1, false));
  expect(await health()).toEqual({
    backup: backup(47),
    drill: drill(1, false),
    passedDrill: drill(335, true),
    isBackupLate: false,
    isDrillLate: false,
  });
  expect(await health({ ...BACKUPS, drills: null })).toMatchObject({ isDrillLate: false });
});
