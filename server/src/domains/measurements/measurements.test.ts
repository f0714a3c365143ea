import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aModel, aSite } from '@overlook/db/seed';
import { captures, savedMeasurements } from '@overlook/db/schema';
import { MEASUREMENTS_MESSAGES } from '@overlook/shared/messages';
import { distance, ecefFromLla, enuFrame, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { measurementsFileSchema, type SiteMeasurement } from '@overlook/shared/schemas';
import { makeStore } from '../../pointclouds/testing/made-store.ts';
import { randomFrom, recordsAt } from '../../pointclouds/testing/random-records.ts';
import { aPerson, askAs, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { aPointcloud, storeFolder } from '../exports/testing/a-cloud.ts';

const ORIGIN = { longitude: 138.49, latitude: -35.07, height: 30 };
const { ecefFromEnu } = enuFrame(ORIGIN);
const DAY = '2026-03-14';
const place = (enu: Vec3): Vec3 => transformPoint(ecefFromEnu, enu);
const point = (enu: Vec3, modeltypeId = 4) => ({ ecef: place(enu), modeltypeId, takenOn: null, errorM: 0.01 });
/** The corners of a square of 3 by 4 m, and a point 2 m above it. */
const CORNERS: readonly Vec3[] = [
  [0, 0, 0],
  [3, 0, 0],
  [3, 4, 0],
  [0, 4, 0],
];

let server: TestServer;
let maker: TestPerson;
let colleague: TestPerson;
let blind: TestPerson;
let viewer: TestPerson;
let siteId: number;
let cadId: number;
let cloudId: number;

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.database;
  maker = await aPerson(server, { name: 'Ana', allowed: ['VIEW:CAD', 'VIEW:POINTCLOUD', 'TOOLS:MEASURE'] });
  colleague = await aPerson(server, { name: 'Ben', allowed: ['VIEW:CAD', 'VIEW:POINTCLOUD', 'TOOLS:MEASURE'] });
  blind = await aPerson(server, { allowed: ['VIEW:SHADED', 'TOOLS:MEASURE'] });
  viewer = await aPerson(server, { allowed: ['VIEW:CAD'] });
  siteId = (await aSite(db, { slug: 'yard', name: 'Yard' })).id;
  const cad = await aModel(db, { siteId, modeltypeId: 4, filepath: '/api/files/models/yard/cad/v1/tileset.json' });
  cadId = cad.captureId;
  const cloud = await aPointcloud(server, siteId);
  cloudId = cloud.captureId;
  await db.update(captures).set({ takenOn: DAY }).where(eq(captures.id, cloudId));
  const random = randomFrom(7);
  await makeStore(storeFolder(server.filesDir, cloud), {
    // A floor that rises by 1 in 100 to the east.
    records: recordsAt(
      20_000,
      () => {
        const [east, north] = [6 * random() - 3, 6 * random() - 3];
        return [east, north, 0.01 * east].map((metres) => Math.round(metres * 1e4));
      },
      random,
    ),
    grid: { scale: [0.0001, 0.0001, 0.0001], offset: [0, 0, 0] },
    frame: { kind: 'local', name: 'Yard', toEcef: Array.from(ecefFromEnu), metresPerUnit: 1 },
    nodePoints: 1500,
  });
});
afterAll(() => server.close());

const figure = (kind: string, enus: readonly Vec3[], name = kind) => ({
  guid: randomUUID(),
  name,
  subject: { what: 'figure', kind, points: enus.map((enu) => point(enu)) },
});
const save = (person: TestPerson, measurements: object[], more: object = {}) =>
  person.ask('POST', `/measurements/${siteId}`, { measurements, ...more });
async function listOf(person: TestPerson): Promise<SiteMeasurement[]> {
  const { body } = await person.ask('GET', `/measurements/${siteId}`);
  return body['measurements'] as SiteMeasurement[];
}
const named = async (person: TestPerson, name: string) => (await listOf(person)).find((one) => one.name === name);

it('each kind of figure is saved with the result that its points have', async () => {
  const saved = await save(
    maker,
    [
      figure('distance', CORNERS.slice(0, 3)),
      figure('height', [
        [0, 0, 0],
        [1, 1, 2.5],
      ]),
      figure('area', CORNERS),
      figure('plane', [...CORNERS.slice(0, 3), [1, 1, 2]]),
      figure('angle', [CORNERS[1]!, CORNERS[0]!, CORNERS[3]!]),
      figure('target', [[0, 0, 5]]),
    ],
    { folder: ' Yard / Slab ' },
  );
  expect(saved.status).toBe(200);
  expect(saved.body['ids']).toHaveLength(6);
  const found = (await listOf(maker)).toReversed();
  const expected = { distance: 7, height: 2.5, area: 12, plane: 2, angle: 90, target: 35 };
  expect(found.map(({ kind }) => kind)).toEqual(Object.keys(expected));
  for (const { kind, value, error, folder, layers } of found) {
    expect(value).toBeCloseTo(expected[kind as keyof typeof expected], 5);
    expect(error).toBeGreaterThan(0);
    expect(folder).toBe('Yard/Slab');
    expect(layers).toEqual([
      {
        modeltypeId: 4,
        captureId: cadId,
        takenOn: expect.any(String) as string,
        version: 'v1/tileset.json',
        state: 'same',
      },
    ]);
  }
});

it('a fitted plane and a volume are computed by the server from the exact points', async () => {
  const rim = [
    [-2, -2, 0],
    [2, -2, 0],
    [2, 2, 0],
    [-2, 2, 0],
  ].map((enu) => place(enu as Vec3));
  const base = { kind: 'height', heightM: 29 };
  const saved = await save(maker, [
    {
      guid: randomUUID(),
      name: 'Floor',
      subject: { what: 'shape', kind: 'plane', captureId: cloudId, pick: place([0.2, 0.1, 0.002]) },
    },
    {
      guid: randomUUID(),
      name: 'Slab',
      subject: { what: 'volume', captureId: cloudId, rim, base, stepM: 0.25, heightErrorM: 0.002 },
    },
  ]);
  expect(saved.body).toMatchObject({ status: 'success' });
  const floor = await named(maker, 'Floor');
  expect(floor).toMatchObject({ unit: 'deg', errorKind: 'interval95', layers: [{ takenOn: DAY }] });
  expect(floor!.value).toBeCloseTo(Math.atan(0.01) / (Math.PI / 180), 2);
  const slab = await named(maker, 'Slab');
  expect(slab).toMatchObject({ unit: 'm3', errorKind: 'interval95' });
  expect(Math.abs(slab!.value - 16)).toBeLessThan(slab!.error!);
});

it('a repeated save adds nothing, and takes the new name', async () => {
  const once = figure('target', [[1, 1, 1]], 'Valve');
  await save(maker, [once]);
  const before = (await listOf(maker)).length;
  await save(maker, [{ ...once, name: 'Valve 7' }]);
  expect(await listOf(maker)).toHaveLength(before);
  expect(await named(maker, 'Valve 7')).toBeDefined();
});

it('others see a measurement once it is shared, those without its layer never do', async () => {
  const { body } = await save(maker, [figure('target', [[2, 2, 2]], 'Benchmark')]);
  const [id] = body['ids'] as number[];
  expect(await named(colleague, 'Benchmark')).toBeUndefined();
  expect((await colleague.ask('GET', `/measurements/${siteId}/${id}`)).status).toBe(404);
  expect((await maker.ask('POST', `/measurements/${siteId}/${id}`, { isShared: true })).status).toBe(200);
  expect(await named(colleague, 'Benchmark')).toMatchObject({
    isOwn: false,
    mayChange: false,
    by: expect.stringMatching(/^Ana /) as string,
  });
  expect(await named(blind, 'Benchmark')).toBeUndefined();
  expect((await blind.ask('GET', `/measurements/${siteId}/${id}`)).status).toBe(404);
  expect((await viewer.ask('GET', `/measurements/${siteId}`)).status).toBe(404);
  for (const [path, payload] of [
    ['', { name: 'Mine' }],
    ['/delete', {}],
  ] as const)
    expect((await colleague.ask('POST', `/measurements/${siteId}/${id}${path}`, payload)).status).toBe(404);
  const ask = askAs(server, await server.token(server.people.admin));
  expect((await ask('POST', `/measurements/${siteId}/${id}`, { name: 'Benchmark 1' })).status).toBe(200);
});

it('comments are said by those who see a measurement, and removed by whom it belongs to', async () => {
  const { body } = await save(maker, [figure('target', [[2, 2, 3]], 'Flange')], { isShared: true });
  const [id] = body['ids'] as number[];
  const path = `/measurements/${siteId}/${id}/comments`;
  const comment = { guid: randomUUID(), body: 'It leaks' };
  for (let again = 0; again < 2; again++) expect((await colleague.ask('POST', path, comment)).status).toBe(200);
  expect((await blind.ask('POST', path, comment)).status).toBe(404);
  const { comments } = (await maker.ask('GET', path)).body as { comments: { id: number }[] };
  expect(comments).toMatchObject([{ by: expect.stringMatching(/^Ben /) as string, body: 'It leaks', isOwn: false }]);
  expect((await named(maker, 'Flange'))!.comments).toBe(1);
  expect((await maker.ask('POST', `${path}/${comments[0]!.id}/delete`)).status).toBe(200);
  expect((await maker.ask('GET', path)).body['comments']).toEqual([]);
});

it('a measurement says when its layer was replaced or is gone, and is still there', async () => {
  await save(maker, [figure('target', [[9, 9, 9]], 'Old')]);
  const { db } = server.database;
  const filepath = '/api/files/models/yard/cad/v2/tileset.json';
  await db.update(captures).set({ filepath }).where(eq(captures.id, cadId));
  expect((await named(maker, 'Old'))!.layers).toMatchObject([{ state: 'replaced' }]);
  await db.update(captures).set({ withdrawnAt: new Date() }).where(eq(captures.id, cadId));
  expect((await named(maker, 'Old'))!.layers).toMatchObject([{ state: 'gone' }]);
  await db.update(captures).set({ withdrawnAt: null }).where(eq(captures.id, cadId));
});

it('a file has each question with its answer, in metres, and positions as they were picked', async () => {
  const { status, body } = await maker.ask('GET', `/measurements/${siteId}/file`);
  expect(status).toBe(200);
  const file = measurementsFileSchema.parse(body);
  expect(file).toMatchObject({ units: 'metres, degrees', frame: 'ECEF, WGS 84', site: { slug: 'yard' } });
  const { subject } = file.measurements.find(({ kind }) => kind === 'height')!;
  if (subject.what !== 'figure') throw new Error('This is no figure.');
  expect(distance(subject.points[1]!.ecef, place([1, 1, 2.5]))).toBeLessThan(1e-6);
});

it('what measures nothing is refused with its name, and nothing of the call is saved', async () => {
  const before = (await listOf(maker)).length;
  const line = figure('plane', [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
    [1, 1, 1],
  ]);
  const refused = await save(maker, [figure('target', [[1, 2, 3]]), { ...line, name: 'Deck' }]);
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('“Deck”') as string } });
  expect((await save(maker, [figure('angle', CORNERS)])).status).toBe(400);
  const onCloud = { ...figure('target', [[0, 0, 0]]) };
  const noDate = { ...onCloud.subject.points[0]!, takenOn: '2001-01-01' };
  const unknown = await save(maker, [{ ...onCloud, subject: { ...onCloud.subject, points: [noDate] } }]);
  expect(unknown).toMatchObject({
    status: 404,
    body: { error: MEASUREMENTS_MESSAGES['measurements.layerUnknown'] },
  });
  expect((await save(maker, [figure('target', [[1, 2, 3]])], { folder: 'a/b/c/d' })).status).toBe(400);
  expect(await listOf(maker)).toHaveLength(before);
  expect(await server.database.db.select().from(savedMeasurements)).toHaveLength(before);
});

it('more fits than one request may cost are refused before any is made', async () => {
  const fit = { what: 'shape', kind: 'plane', captureId: cloudId, pick: place([0, 0, 0]) };
  const many = Array.from({ length: 21 }, (_, i) => ({ guid: randomUUID(), name: `Floor ${i}`, subject: fit }));
  expect(await save(maker, many)).toMatchObject({
    status: 400,
    body: { error: MEASUREMENTS_MESSAGES['measurements.manyFits'] },
  });
});

it('positions far from Earth are no places', async () => {
  const far = figure('target', [[0, 0, 0]]);
  const [where] = far.subject.points;
  const subject = { ...far.subject, points: [{ ...where, ecef: [1e9, 0, 0] }] };
  expect((await save(maker, [{ ...far, subject }])).status).toBe(400);
  expect(Math.hypot(...ecefFromLla(ORIGIN))).toBeLessThan(1e8);
});
