import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDatabase } from '@overlook/db';
import { jobs, mails, pointclouds, pointgrabDownloads } from '@overlook/db/schema';
import { aModel, aSite, aUser } from '@overlook/db/seed';
import { copyEmptyDatabase } from '@overlook/db/testing';
import { EXPORT_FORMATS, type ExportFormat } from '@overlook/shared/config';
import { readStrictE57 } from '../../pointclouds/formats-out/testing/strict-e57.ts';
import { readStrictLas } from '../../pointclouds/formats-out/testing/strict-las.ts';
import { readStrictPts } from '../../pointclouds/formats-out/testing/strict-pts.ts';
import { aBox, aStore, pointsInBox } from '../../pointclouds/export/testing/a-store.ts';
import { randomFrom } from '../../pointclouds/testing/random-records.ts';
import { DAY_MS, systemClock } from '../../services/clock.ts';
import { addJob } from '../../services/jobs/stored-jobs.ts';
import { CROP_JOB } from './crop-job.ts';
import { exportKey, newExportName } from './export-files.ts';
import { FolderStore } from '../../storage/objects/folder-store.ts';
import { sweepExports } from './sweep-exports.ts';
import { serveExports } from './testing/serve-exports.ts';

const READERS = { E57: readStrictE57, PTS: readStrictPts, LAS: readStrictLas };
/** Each kill takes seconds, so more of them run on demand only. */
const KILLS = Number(process.env['KILLS'] ?? 1);
/** Enough that the last kills still interrupt work. */
const REQUESTS = Math.ceil(0.6 * KILLS);
const POINTS = 30_000;

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'overlook-export-kill-'));
  await copyEmptyDatabase(dataDir);
});
afterAll(() => rm(dataDir, { recursive: true }));

async function ask(db: Db, siteId: number, pointcloudUuid: string, requestedBy: number): Promise<void> {
  const rows = EXPORT_FORMATS.map((format) => ({
    uuid: randomUUID() as string,
    siteId,
    pointcloudUuid,
    requestedBy,
    filename: newExportName(format),
    format,
    description: 'Pump house',
    box: aBox([16, 15, 14], 20),
    density: 0.001,
    notifyEmail: 'robin@overlook.example',
  }));
  const jobId = await addJob(db, CROP_JOB, { downloads: rows.map(({ uuid }) => uuid) });
  await db.insert(pointgrabDownloads).values(rows.map((row) => ({ ...row, jobId })));
}

it('exports of servers that are killed at random moments are stored once and complete, or reported as failed', async () => {
  const filesDir = join(dataDir, 'files');
  const before = await openDatabase({ dataDir });
  const site = await aSite(before.db, {});
  const user = await aUser(before.db, {});
  const uuid = randomUUID();
  const filepath = `pointclouds/${uuid}`;
  const store = await aStore(join(filesDir, filepath), POINTS);
  const { captureId } = await aModel(before.db, { siteId: site.id, modeltypeId: 1, filepath: '/tileset.json' });
  await before.db.insert(pointclouds).values({ uuid, siteId: site.id, captureId, densities: [0.001], filepath });
  for (let i = 0; i < REQUESTS; i++) await ask(before.db, site.id, uuid, user.id);
  await before.close();

  const random = randomFrom(KILLS);
  let kills = 0;
  // Up to the time that two exports take.
  while (kills < KILLS && !(await serveExports(dataDir, random() * 1500))) kills++;
  if (kills === KILLS) await serveExports(dataDir, null);

  const { db, close } = await openDatabase({ dataDir });
  const rows = await db.select().from(pointgrabDownloads);
  const done = rows.filter(({ status }) => status === 'completed');
  const failed = rows.filter(({ status }) => status === 'error');
  expect(rows).toHaveLength(3 * REQUESTS);
  expect(done.length + failed.length).toBe(3 * REQUESTS);
  // A writer that ran slightly longer than its server may leave a part, which is removed after a day.
  await sweepExports({
    db,
    objects: new FolderStore(filesDir),
    clock: { ...systemClock, now: () => new Date(Date.now() + 1.1 * DAY_MS) },
  });
  expect((await readdir(join(filesDir, 'exports'))).toSorted()).toEqual(
    done.map(({ filename }) => filename).toSorted(),
  );
  const expected = pointsInBox(store, aBox([16, 15, 14], 20), 'site').length;
  for (const { filename, format, points } of done) {
    const read = await READERS[format as ExportFormat](join(filesDir, exportKey(filename)));
    expect([points, read.points.length]).toEqual([expected, expected]);
  }
  for (const { message } of failed) expect(message).toMatch(/^The export could not be made\./);
  // One mail for each request, and no unfinished job.
  expect(await db.$count(mails)).toBe(REQUESTS);
  const active = inArray(jobs.status, ['pending', 'running']);
  const left = await db.select().from(jobs).where(active);
  expect(left.filter(({ kind }) => kind === CROP_JOB.name)).toEqual([]);
  await close();
}, 600_000);
