import { randomUUID } from 'node:crypto';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aModel, aSite } from '@overlook/db/seed';
import { captures } from '@overlook/db/schema';
import { enuFrame, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { MeasurementsFile } from '@overlook/shared/schemas';
import { verify } from '../../../cli/verify-command.ts';
import { verifyFile, type Verified } from '../../../cli/verify-file.ts';
import { aFolderOfTiles, aPrism, aTileOfSolids, ORIGIN } from '../../../meshes/testing/made-solids.ts';
import { makeStore } from '../../../pointclouds/testing/made-store.ts';
import { randomFrom, recordsAt } from '../../../pointclouds/testing/random-records.ts';
import { StoredFolders } from '../../../storage/folders/stored-folders.ts';
import { aPerson, type TestPerson } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { aPointcloud, storeFolder } from '../../exports/testing/a-cloud.ts';

const { ecefFromEnu } = enuFrame(ORIGIN);
const place = (enu: Vec3): Vec3 => transformPoint(ecefFromEnu, enu);
const VERSIONS = ['m1a2b3c4-0123456789ab', 'm1a2b3c5-0123456789ab'] as const;
/** A grid of 0.1 m on a floor at the height of the origin; its points lie at tenths of a millimetre. */
const FLOOR = Array.from({ length: 3600 }, (_, i): Vec3 => [(i % 60) / 10 - 3, Math.floor(i / 60) / 10 - 3, 0]);

let server: TestServer;
let maker: TestPerson;
let siteId: number;
let meshId: number;
let cloudId: number;
let file: MeasurementsFile;

/** The URL of a version with a post of this height. */
async function publishedPost(version: string, height: number): Promise<string> {
  const folder = await aFolderOfTiles({ 'tile.b3dm': aTileOfSolids([aPrism(4, 0.5, height, [8, 0])], { id: [1] }) });
  const target = `${server.filesDir}/models/yard/shaded/${version}`;
  await mkdir(target, { recursive: true });
  await cp(folder, target, { recursive: true });
  return `/api/files/models/yard/shaded/${version}/tileset.json`;
}

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.database;
  maker = await aPerson(server, { allowed: ['VIEW:SHADED', 'VIEW:POINTCLOUD', 'TOOLS:MEASURE'] });
  siteId = (await aSite(db, { slug: 'yard', name: 'Yard' })).id;
  const filepath = await publishedPost(VERSIONS[0], 3);
  meshId = (await aModel(db, { siteId, modeltypeId: 2, filepath })).captureId;
  const cloud = await aPointcloud(server, siteId);
  cloudId = cloud.captureId;
  let next = 0;
  await makeStore(storeFolder(server.filesDir, cloud), {
    records: recordsAt(FLOOR.length, () => FLOOR[next++]!.map((metres) => Math.round(metres * 1e4)), randomFrom(3)),
    grid: { scale: [0.0001, 0.0001, 0.0001], offset: [0, 0, 0] },
    frame: { kind: 'local', name: 'Yard', toEcef: Array.from(ecefFromEnu), metresPerUnit: 1 },
    nodePoints: 1500,
  });
  await saveAll();
  file = (await maker.ask('GET', `/measurements/${siteId}/file`)).body as MeasurementsFile;
});
afterAll(() => server.close());

async function saveAll(): Promise<void> {
  const point = (enu: Vec3, modeltypeId: number) => ({ ecef: place(enu), modeltypeId, takenOn: null, errorM: 0.02 });
  // Between stored points, where clicks on a cloud go.
  const between = (enu: Vec3) => ({ ...point(enu, 1), errorM: 0.003 });
  const figure = (name: string, kind: string, points: object[]) => ({
    name,
    subject: { what: 'figure', kind, points },
  });
  const shape = { what: 'shape', kind: 'plane', captureId: cloudId, pick: place([0, 0, 0]) };
  const rim = [place([-2, -2, 0]), place([2, -2, 0]), place([0, 2, 0])];
  const base = { kind: 'height', heightM: ORIGIN.height - 1 };
  const measurements = [
    figure('Floor', 'distance', [point([-1, 0, 0], 1), point([2, 0.5, 0], 1)]),
    figure('Post', 'height', [point([0, 0, 0], 1), point([8, 0, 3], 2)]),
    figure('Coarse', 'distance', [point([-1, 0, 0.01], 1), point([2, 0.5, 0], 1)]),
    figure('Surface', 'distance', [between([-0.97, 0.02, 0.002]), between([1.03, 0.46, 0])]),
    figure('Nowhere', 'target', [point([0, 0, 20], 2)]),
    { name: 'Plane', subject: shape },
    { name: 'Slab', subject: { what: 'volume', captureId: cloudId, rim, base, stepM: 0.25, heightErrorM: 0.002 } },
  ].map((one) => ({ ...one, guid: randomUUID() }));
  const { status } = await maker.ask('POST', `/measurements/${siteId}`, { measurements });
  expect(status).toBe(200);
}

async function verified(content: unknown): Promise<Verified> {
  const { filesDir, objects, database } = server;
  const name = path.join(filesDir, 'measurements.json');
  await writeFile(name, typeof content === 'string' ? content : JSON.stringify(content));
  const stores = { db: database.db, folders: new StoredFolders({ filesDir, objects }) };
  return verifyFile(stores, { file: name }, { signal: new AbortController().signal, onProgress: () => {} });
}
const verdicts = ({ measurements }: Verified) =>
  Object.fromEntries(measurements.map(({ name, verdict }) => [name, verdict]));

it('what the stored data give again agrees, the rest has a reason', async () => {
  const result = await verified(file);
  expect(verdicts(result)).toEqual({
    Floor: 'agrees',
    Post: 'agrees',
    Coarse: 'agrees',
    Surface: 'agrees',
    Nowhere: 'unchecked',
    Plane: 'agrees',
    Slab: 'agrees',
  });
  expect(verify.isPassed!(result as never)).toBe(true);
  const text = verify.describe(result as never);
  expect(text).toContain('6 of 7 measurements of “yard” agree.');
  expect(text).toMatch(/unchecked {2}Nowhere: .*Nothing of the stored data lies within 0\.08 m of its point 1\./);
});

it('a place 2 cm above the surface of the points, known to 3 mm, does not agree', async () => {
  const point = (enu: Vec3) => ({ ecef: place(enu), modeltypeId: 1, takenOn: null, errorM: 0.003 });
  const points = [point([-0.97, 0.02, 0.02]), point([1.03, 0.46, 0])];
  const above = { name: 'Above', guid: randomUUID(), subject: { what: 'figure', kind: 'distance', points } };
  const { status } = await maker.ask('POST', `/measurements/${siteId}`, { measurements: [above] });
  expect(status).toBe(200);
  const { body } = await maker.ask('GET', `/measurements/${siteId}/file`);
  expect(verdicts(await verified(body))).toMatchObject({ Surface: 'agrees', Above: 'changed' });
});

it('a value that somebody has changed in the file is altered', async () => {
  const [first, ...others] = file.measurements;
  const result = await verified({ ...file, measurements: [{ ...first!, value: first!.value + 0.001 }, ...others] });
  expect(verdicts(result)[first!.name]).toBe(first!.name === 'Slab' || first!.name === 'Plane' ? 'changed' : 'altered');
  expect(verify.isPassed!(result as never)).toBe(false);
});

it('a layer that was replaced gives its new value, and one that is gone says so', async () => {
  const { db } = server.database;
  const filepath = await publishedPost(VERSIONS[1], 3.02);
  await db.update(captures).set({ filepath }).where(eq(captures.id, meshId));
  const post = (await verified(file)).measurements.find(({ name }) => name === 'Post')!;
  expect(post).toMatchObject({ verdict: 'changed', reason: 'The files of its layer were replaced since.' });
  expect(post.computed).toBeCloseTo(3.02, 3);
  await db.update(captures).set({ withdrawnAt: new Date() }).where(eq(captures.id, meshId));
  expect(verdicts(await verified(file))['Post']).toBe('gone');
});

it.each([
  ['is no JSON', 'is no JSON', '{'],
  ['is something else', 'is no file of saved measurements: at format', { format: 'x' }],
])('a file that %s is refused with the place', async (_, reason, content) => {
  await expect(verified(content)).rejects.toThrow(reason);
});

it('a site that is not here is named', async () => {
  const elsewhere = { ...file, site: { slug: 'depot', name: 'Depot' } };
  await expect(verified(elsewhere)).rejects.toThrow('There is no site “depot”');
});
