import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pointclouds, pointgrabDownloads } from '@overlook/db/schema';
import { boxTest } from '@overlook/shared/points';
import type { Download, ExportBox, ExportInput } from '@overlook/shared/schemas';
import { readEnv } from '../../env.ts';
import { exportInProcess } from '../../pointclouds/export/export-process.ts';
import type { PointFrame } from '../../pointclouds/frame.ts';
import { readStrictE57 } from '../../pointclouds/formats-out/testing/strict-e57.ts';
import { type LasPoint, readStrictLas } from '../../pointclouds/formats-out/testing/strict-las.ts';
import { readStrictPts } from '../../pointclouds/formats-out/testing/strict-pts.ts';
import { resolveCrs } from '../../pointclouds/crs/index.ts';
import { openFrame } from '../../pointclouds/open-frame.ts';
import { readDescription } from '../../pointclouds/store/open-store.ts';
import { importSite } from '../../publish/import/import-site.ts';
import { emptyPoint, type MadePoint, plantPoint, writeMadeLas } from '../../publish/points/testing/made-las.ts';
import { createMailQueue } from '../../services/mail/queue-mail.ts';
import { createWorker } from '../../services/jobs/worker.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { ExportFormat } from '@overlook/shared/config';
import { NO_MESHES } from './testing/no-meshes.ts';
import { cropHandler } from './crop-handler.ts';
import { StoredFolders } from '../../storage/folders/stored-folders.ts';
import type { PointcloudRow } from './pointcloud.ts';
import { storeFolder } from './testing/a-cloud.ts';

const POINTS = 60_000;
const CORNER = [500_000, 5_800_000, 30] as const;

let server: TestServer;
let folder: string;
let person: TestPerson;
let cloud: PointcloudRow;
let frame: PointFrame;

/** A LAS file of a plant becomes a site, as an operator imports it. */
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'overlook-whole-'));
  const points = join(folder, 'plant.las');
  await writeMadeLas(points, { points: POINTS, offset: CORNER, areTimesAdjusted: true });
  const { filesDir, database } = server;
  const placed = { crs: 'EPSG:25832', altitudes: 'ellipsoidal' } as const;
  await importSite({ db: database.db, filesDir }, { slug: 'tanks', layers: { points }, ...placed });
  [cloud] = (await database.db.select().from(pointclouds)) as [PointcloudRow];
  frame = openFrame((await readDescription(storeFolder(filesDir, cloud))).frame);
  person = await aPerson(server, { allowed: ['VIEW:POINTCLOUD', 'POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD'] });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** A rotated box around the first tank. */
function tankBox(): ExportBox {
  const center = new Float64Array(3);
  frame.toEcef([CORNER[0] + 22, CORNER[1] + 25, CORNER[2] + 5], center);
  const [centerX, centerY, centerZ] = [...center] as [number, number, number];
  return { centerX, centerY, centerZ, sizeX: 15, sizeY: 30, sizeZ: 12, degrees: 25 };
}

/** The points of the file in a box, each tested alone. */
function expectedPoints(box: ExportBox): MadePoint[] {
  const { ecefToBox: m, half } = boxTest(box);
  const [point, ecef] = [emptyPoint(), new Float64Array(3)];
  const found: MadePoint[] = [];
  for (let i = 0; i < POINTS; i++) {
    plantPoint(i, point);
    frame.toEcef(
      [point.x, point.y, point.z].map((value, axis) => value / 1000 + CORNER[axis]!),
      ecef,
    );
    const isInside = half.every(
      (most, row) =>
        Math.abs(m[row]! * ecef[0]! + m[4 + row]! * ecef[1]! + m[8 + row]! * ecef[2]! + m[12 + row]!) <= most,
    );
    if (isInside) found.push({ ...point });
  }
  return found;
}

async function exported(more: Partial<ExportInput>): Promise<Download[]> {
  const [density] = cloud.densities;
  const request = { pointCloudID: cloud.uuid, siteSlug: 'tanks', density, description: 'Tank', ...more };
  const asked = await person.ask('POST', '/pointgrab/crop', request);
  expect(asked.status).toBe(200);
  const { database, filesDir, objects, clock } = server;
  const env = readEnv({});
  const mail = createMailQueue(env.productName);
  const handler = cropHandler({
    db: database.db,
    filesDir,
    objects,
    folders: new StoredFolders({ filesDir, objects }),
    env,
    mail,
    clock,
    exportCloud: exportInProcess,
    ...NO_MESHES,
  });
  await createWorker({ db: database.db, handlers: [handler], log: { warn: () => {}, error: () => {} } }).runDue();
  const uuids = (asked.body['downloads'] as Download[]).map(({ uuid }) => uuid);
  const { body } = await person.ask('POST', '/pointgrab/downloads', { siteSlug: 'tanks' });
  return (body['downloads'] as Download[]).filter(({ uuid }) => uuids.includes(uuid));
}

/** Downloads an export as a browser does. */
async function fetched({ filename }: Download): Promise<string> {
  const headers = { authorization: `Bearer ${person.token}` };
  const answer = await server.app.inject({ url: `/api/files/pointgrab/download/${filename}`, headers });
  expect(answer.statusCode).toBe(200);
  const file = join(folder, filename);
  await writeFile(file, answer.rawPayload);
  return file;
}

const inMillimetres = ({ x, y, z }: { x: number; y: number; z: number }) =>
  [x, y, z].map((value, axis) => Math.round((value - CORNER[axis]!) * 1000)).join(' ');
const ofSource = ({ x, y, z }: MadePoint) => `${x} ${y} ${z}`;

describe('an imported file, exported', () => {
  it('has each point of the box once, as it was in the file, in each format', async () => {
    const box = tankBox();
    const expected = expectedPoints(box);
    expect(expected.length).toBeGreaterThan(500);
    const done = await exported({ ...box, formats: ['E57', 'PTS', 'LAS'] });
    expect(done.map(({ status, points }) => [status, points])).toEqual(
      [1, 2, 3].map(() => ['completed', expected.length]),
    );
    const places = expected.map(ofSource).toSorted();
    for (const one of done) {
      const read = { E57: readStrictE57, PTS: readStrictPts, LAS: readStrictLas }[one.format as ExportFormat];
      const { points } = await read(await fetched(one));
      expect(points.map(inMillimetres).toSorted()).toEqual(places);
    }
    const las = await readStrictLas(await fetched(done.find(({ format }) => format === 'LAS')!));
    // As the file was imported: its heights are above the ellipsoid.
    expect(resolveCrs({ kind: 'wkt', wkt: las.wkt! }, {})).toMatchObject({ epsg: 25832, heights: 'ellipsoidal' });
    const textOf = (
      p: Pick<LasPoint, 'intensity' | 'red' | 'green' | 'blue' | 'classification' | 'sourceId' | 'gpsTime'>,
    ) => [p.gpsTime, p.intensity, p.red, p.green, p.blue, p.classification, p.sourceId].join(' ');
    expect(las.points.map(textOf).toSorted()).toEqual(expected.map(textOf).toSorted());
    expect(las.areTimesAdjusted).toBe(true);
  });

  it('has about the estimated number of points, and shows the estimate while it waits', async () => {
    const box = tankBox();
    const [density] = cloud.densities;
    const request = { pointCloudID: cloud.uuid, siteSlug: 'tanks', density, description: 'Tank', ...box };
    const { body } = await person.ask('POST', '/pointgrab/crop', { ...request, formats: ['PTS'] });
    const [{ progress, uuid }] = body['downloads'] as [Download];
    const exact = expectedPoints(box).length;
    expect(Math.abs(progress!.total! - exact) / exact).toBeLessThan(0.1);
    await server.database.db.delete(pointgrabDownloads).where(eq(pointgrabDownloads.uuid, uuid));
  });

  it('has every point of the cloud in a box of 1 km', async () => {
    const [las] = await exported({ ...tankBox(), sizeX: 1000, sizeY: 1000, sizeZ: 1000, formats: ['LAS'] });
    expect([las!.status, las!.points, las!.message]).toEqual(['completed', POINTS, null]);
    const { points } = await readStrictLas(await fetched(las!));
    const all = Array.from({ length: POINTS }, (_, i) => {
      const point = emptyPoint();
      plantPoint(i, point);
      return ofSource(point);
    });
    expect(points.map(inMillimetres).toSorted()).toEqual(all.toSorted());
  });

  it('is thinned to points of the file', async () => {
    const density = cloud.densities.at(-1)!;
    const [{ points: every }] = (await exported({ ...tankBox(), formats: ['LAS'] })) as [Download];
    const [thin] = (await exported({ ...tankBox(), formats: ['LAS'], density })) as [Download];
    expect(thin!.points).toBeLessThan(every!);
    const { points } = await readStrictLas(await fetched(thin!));
    const source = new Set(expectedPoints(tankBox()).map(ofSource));
    expect(points.every((point) => source.has(inMillimetres(point)))).toBe(true);
  });

  it('of a box outside the cloud reports that and makes no file', async () => {
    const [one] = (await exported({ ...tankBox(), centerX: tankBox().centerX + 5000, formats: ['E57'] })) as [Download];
    expect(one).toMatchObject({
      status: 'error',
      message: 'The box holds no points. Move it onto the model and submit again.',
      sizeBytes: null,
    });
  });
});
