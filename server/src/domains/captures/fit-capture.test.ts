import { rm } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditEntries, captures } from '@overlook/db/schema';
import { aSite } from '@overlook/db/seed';
import { CAPTURES_MESSAGES } from '@overlook/shared/messages';
import { ecefFromLla, enuFrame, type Vec3 } from '@overlook/shared/maths';
import { fittedCaptureSchema, type Placement } from '@overlook/shared/schemas';
import { PLANT, scanOf } from '../../pointclouds/fit/testing/made-plant.ts';
import { type ImportRequest, importSite } from '../../publish/import/import-site.ts';
import { aFolder, aPnts, aTileset } from '../../publish/testing/made-tiles.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const ORIGIN = { longitude: 138.49, latitude: -35.08, height: 30 };
const begun: Placement = {
  pivotEcef: ecefFromLla(ORIGIN) as Vec3,
  shiftM: [0.3, -0.2, 0.4],
  turnDeg: 1,
  tiltDeg: [0, 0],
  by: 'hand',
  count: 0,
  rmsM: null,
};

let server: TestServer;
let publisher: TestPerson;
let other: TestPerson;
let siteId: number;
const folders: string[] = [];
beforeAll(async () => {
  server = await startTestServer();
  publisher = await aPerson(server, { allowed: ['SITES:MANAGE'] });
  other = await aPerson(server, { allowed: ['SITES:MANAGE'] });
  siteId = (await aSite(server.database.db, { slug: 'mill' })).id;
});
afterAll(async () => {
  await server.close();
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function publish(captured: string, seed: number, more: Partial<ImportRequest> = {}) {
  const { tall, ground } = scanOf(PLANT, { points: 9000, seed, noiseM: 0.002 });
  const points = [...tall.points(), ...ground.points()];
  const root = {
    boundingVolume: { box: [0, 0, 5, 30, 0, 0, 0, 30, 0, 0, 0, 10] },
    geometricError: 0,
    transform: Array.from(enuFrame(ORIGIN).ecefFromEnu),
    content: { uri: 'points.pnts' },
  };
  const folder = await aFolder({ 'tileset.json': aTileset(root), 'points.pnts': aPnts({ points }) });
  folders.push(folder);
  const imported = await importSite(
    { db: server.database.db, filesDir: server.filesDir, publishedBy: publisher.id },
    { slug: 'mill', layers: { points: folder }, captured, ...more },
  );
  return imported.layers[0]!;
}
const fit = ({ ask }: TestPerson, captureId: number, more: object = {}) =>
  ask('POST', `/sites/manage/${siteId}/captures/${captureId}/fit`, { placement: begun, ...more });

it('a draft is fitted to the published capture for its publisher, and nothing changes', async () => {
  const { db } = server.database;
  const draft = await publish('2026-09-26', 2, { draft: true });
  expect((await fit(publisher, draft.captureId)).body['error']).toBe(CAPTURES_MESSAGES['captures.noNeighbour']);
  const march = await publish('2026-03-14', 1);
  const stored = await db.select().from(captures);
  const audited = await db.$count(auditEntries);

  const fitted = fittedCaptureSchema.parse((await fit(publisher, draft.captureId)).body);
  if (fitted.kind !== 'fitted') throw new Error(`It is ${fitted.kind}.`);
  const { placement, overlap, distanceM, kept } = fitted;
  expect(placement).toMatchObject({ pivotEcef: begun.pivotEcef, tiltDeg: [0, 0], by: 'fit' });
  for (const metres of placement.shiftM) expect(metres).toBeCloseTo(0, 2);
  expect(Math.abs(placement.turnDeg)).toBeLessThan(0.01);
  expect(placement.rmsM).toBeLessThan(0.01);
  expect([placement.count > 1500, overlap > 0.8, kept]).toEqual([true, true, []]);

  const near = fittedCaptureSchema.parse((await fit(publisher, draft.captureId, { measureOnly: true })).body);
  expect(near).toMatchObject({ kind: 'near', distanceM });
  const far = await fit(publisher, draft.captureId, { placement: { ...begun, shiftM: [0, 0, 60] } });
  expect(far.body).toMatchObject({ kind: 'apart', distanceM: null, overlap: 0 });
  expect(await fit(other, draft.captureId)).toMatchObject({ status: 404 });
  expect(await db.select().from(captures)).toEqual(stored);
  expect(await db.$count(auditEntries)).toBe(audited);

  // A damaged neighbour.
  await rm(path.join(server.filesDir, march.filepath.replace('/api/files/', '')));
  expect(await fit(publisher, draft.captureId)).toMatchObject({
    status: 409,
    body: { error: CAPTURES_MESSAGES['captures.notRead'] },
  });
  // Another server has it.
  await db
    .update(captures)
    .set({ filepath: 'https://tiles.example/tileset.json' })
    .where(eq(captures.id, march.captureId));
  expect((await fit(publisher, draft.captureId)).body['error']).toBe(CAPTURES_MESSAGES['captures.noNeighbour']);
});
