import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDatabase } from '@overlook/db';
import { jobs, mails, pointgrabDownloads } from '@overlook/db/schema';
import { aModel, aSite, aUser } from '@overlook/db/seed';
import { copyEmptyDatabase } from '@overlook/db/testing';
import { enuFrame, transformPoint } from '@overlook/shared/maths';
import { aFolderOfTiles, aPrism, aTileOfSolids, ORIGIN, prismFacts } from '../../meshes/testing/made-solids.ts';
import { areaOf, readExport } from '../../meshes/testing/read-export.ts';
import { randomFrom } from '../../pointclouds/testing/random-records.ts';
import { DAY_MS, systemClock } from '../../services/clock.ts';
import { addJob } from '../../services/jobs/stored-jobs.ts';
import { CROP_JOB } from './crop-job.ts';
import { exportKey, newExportName } from './export-files.ts';
import { FolderStore } from '../../storage/objects/folder-store.ts';
import { sweepExports } from './sweep-exports.ts';
import { serveExports } from './testing/serve-exports.ts';

/** Each kill takes seconds, so more of them run on demand only. */
const KILLS = Number(process.env['KILLS'] ?? 1);
/** Enough that the last kills still interrupt work. */
const REQUESTS = Math.ceil(0.8 * KILLS);
const SHADED = 2;
/** Tanks of 400 sides in rows, one in each tile. */
const TILES = 24;
const [SIDES, RADIUS] = [400, 2];
const at = (tile: number): [number, number] => [(tile % 6) * 5 - 12.5, Math.floor(tile / 6) * 5 - 7.5];

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'overlook-layer-kill-'));
  await copyEmptyDatabase(dataDir);
});
afterAll(() => rm(dataDir, { recursive: true }));

/** Publishes the layer of a site and gives its address. */
async function publish(db: Db, filesDir: string): Promise<{ siteId: number; modelFilepath: string }> {
  const tank = (tile: number) =>
    aTileOfSolids([aPrism(SIDES, RADIUS, 6, at(tile))], { id: [tile], name: [`Tank ${tile}`] });
  const tanks = Array.from({ length: TILES }, (_, tile) => [`${tile}.b3dm`, tank(tile)] as const);
  const coarse = aTileOfSolids([aPrism(4, 2, 6)], { id: [99], name: ['Coarse'] });
  const made = await aFolderOfTiles({ 'coarse.b3dm': coarse, ...Object.fromEntries(tanks) });
  const site = await aSite(db, { slug: 'tanks' });
  const path = 'models/tanks/shaded/m1a2b3c4-0123456789ab';
  await mkdir(join(filesDir, path), { recursive: true });
  await cp(made, join(filesDir, path), { recursive: true });
  await rm(made, { recursive: true });
  const modelFilepath = `/api/files/${path}/tileset.json`;
  await aModel(db, { siteId: site.id, modeltypeId: SHADED, filepath: modelFilepath });
  return { siteId: site.id, modelFilepath };
}

async function ask(db: Db, layer: { siteId: number; modelFilepath: string }, requestedBy: number): Promise<void> {
  const [centerX, centerY, centerZ] = transformPoint(enuFrame(ORIGIN).ecefFromEnu, [0, 0, 1.5]);
  const row = {
    ...layer,
    uuid: randomUUID() as string,
    modeltypeId: SHADED,
    requestedBy,
    filename: newExportName('GLB'),
    format: 'GLB',
    description: 'Tanks, lower half',
    box: { centerX, centerY, centerZ, sizeX: 60, sizeY: 60, sizeZ: 3.002, degrees: 0 },
    notifyEmail: 'robin@overlook.example',
  } as const;
  const jobId = await addJob(db, CROP_JOB, { downloads: [row.uuid] });
  await db.insert(pointgrabDownloads).values({ ...row, jobId });
}

it(
  'GLB exports of servers that are killed at random moments are stored once and complete, or reported as failed',
  async () => {
    const filesDir = join(dataDir, 'files');
    const before = await openDatabase({ dataDir });
    const layer = await publish(before.db, filesDir);
    const user = await aUser(before.db, {});
    for (let i = 0; i < REQUESTS; i++) await ask(before.db, layer, user.id);
    await before.close();

    const random = randomFrom(KILLS);
    let kills = 0;
    while (kills < KILLS && !(await serveExports(dataDir, random() * 2500))) kills++;
    // Jobs that took their server down three times end as failed: after the kills, one that meets none.
    const after = await openDatabase({ dataDir });
    await ask(after.db, layer, user.id);
    await after.close();
    await serveExports(dataDir, null);

    const { db, close } = await openDatabase({ dataDir });
    const rows = await db.select().from(pointgrabDownloads);
    const done = rows.filter(({ status }) => status === 'completed');
    const failed = rows.filter(({ status }) => status === 'error');
    expect([rows.length, done.length + failed.length]).toEqual([REQUESTS + 1, REQUESTS + 1]);
    expect(done.length).toBeGreaterThan(0);
    // A writer that ran slightly longer than its server may leave a part, which is removed after a day.
    await sweepExports({
      db,
      objects: new FolderStore(filesDir),
      clock: { ...systemClock, now: () => new Date(Date.now() + 1.1 * DAY_MS) },
    });
    expect((await readdir(join(filesDir, 'exports'))).toSorted()).toEqual(
      done.map(({ filename }) => filename).toSorted(),
    );
    const { ground, perimeter } = prismFacts(SIDES, RADIUS);
    for (const { filename, triangles } of done) {
      const { errors, objects } = await readExport(join(filesDir, exportKey(filename)));
      const all = objects.flatMap((one) => one.triangles);
      expect([errors, objects.length, all.length]).toEqual([[], TILES, triangles]);
      expect(Math.abs(areaOf(all) - TILES * (ground + 3 * perimeter))).toBeLessThan(0.1 * TILES);
    }
    for (const { message } of failed) expect(message).toMatch(/^The export could not be made\./);
    // One mail for each request, and no unfinished job.
    expect(await db.$count(mails)).toBe(REQUESTS + 1);
    const active = await db
      .select()
      .from(jobs)
      .where(inArray(jobs.status, ['pending', 'running']));
    expect(active.filter(({ kind }) => kind === CROP_JOB.name)).toEqual([]);
    await close();
  },
  Math.max(600_000, KILLS * 60_000),
);
