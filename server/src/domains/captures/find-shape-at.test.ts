import { readdir, rm, truncate } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aSite } from '@overlook/db/seed';
import { CAPTURES_MESSAGES } from '@overlook/shared/messages';
import { dot, ecefFromLla, enuFrame, transformDirection, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { foundShapeSchema } from '@overlook/shared/schemas';
import { makeStore } from '../../pointclouds/testing/made-store.ts';
import { randomFrom, recordsAt } from '../../pointclouds/testing/random-records.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { aPointcloud, storeFolder } from '../exports/testing/a-cloud.ts';

const ORIGIN = { longitude: 138.49, latitude: -35.07, height: 30 };
const { ecefFromEnu } = enuFrame(ORIGIN);
const GRID = { scale: [0.0001, 0.0001, 0.0001], offset: [0, 0, 0] } as const;
/** A pipe of DN 300 that rises to the east, seen from above, and a floor. */
const PIPE = { radiusM: 0.323_9 / 2, heightM: 2, rise: 0.01 };
const NOISE_M = 0.002;

let server: TestServer;
let surveyor: TestPerson;
let viewer: TestPerson;
let blind: TestPerson;
let siteId: number;
let captureId: number;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  surveyor = await aPerson(server, { allowed: ['VIEW:POINTCLOUD', 'TOOLS:MEASURE'] });
  viewer = await aPerson(server, { allowed: ['VIEW:POINTCLOUD'] });
  blind = await aPerson(server, { allowed: ['VIEW:CAD', 'TOOLS:MEASURE'] });
  siteId = (await aSite(server.database.db, { slug: 'rack' })).id;
  const cloud = await aPointcloud(server, siteId);
  captureId = cloud.captureId;
  folder = storeFolder(server.filesDir, cloud);
  const random = randomFrom(4);
  const noise = () => NOISE_M * (random() + random() + random() - 1.5) * 2;
  const place = (point: number): Vec3 => {
    const east = 8 * random() - 4;
    if (point % 4 === 0) return [east, 6 * random() - 3, noise()];
    const [angle, away] = [Math.PI * (random() - 0.5) * 0.9, PIPE.radiusM + noise()];
    return [east, away * Math.sin(angle), PIPE.heightM + PIPE.rise * east + away * Math.cos(angle)];
  };
  await makeStore(folder, {
    records: recordsAt(24_000, (point) => place(point).map((metres) => Math.round(metres * 1e4)), random),
    grid: GRID,
    frame: { kind: 'local', name: 'Rack', toEcef: Array.from(ecefFromEnu), metresPerUnit: 1 },
    nodePoints: 1500,
  });
});
afterAll(() => server.close());

const at = (enu: Vec3) => {
  const [x, y, z] = transformPoint(ecefFromEnu, enu);
  return `x=${x}&y=${y}&z=${z}`;
};
const TOP: Vec3 = [0.5, 0, PIPE.heightM + PIPE.rise * 0.5 + PIPE.radiusM];
const ask = ({ ask: asked }: TestPerson, query: string, capture = captureId) =>
  asked('GET', `/captures/${siteId}/${capture}/shape?${query}`);

it('a pipe is found in the exact points with its diameter, axis and length', async () => {
  const { status, body } = await ask(surveyor, `kind=cylinder&${at(TOP)}`);
  expect(status).toBe(200);
  const { surface, refusal } = foundShapeSchema.parse(body);
  expect(refusal).toBeNull();
  expect(Math.abs(surface!.radiusM! - PIPE.radiusM)).toBeLessThan(surface!.radiusHalfWidth95M!);
  expect(surface!.radiusHalfWidth95M).toBeLessThan(0.002);
  const slope = Math.hypot(1, PIPE.rise);
  const axis = transformDirection(ecefFromEnu, [1 / slope, 0, PIPE.rise / slope]);
  expect(Math.abs(dot(surface!.axisEcef!, axis))).toBeGreaterThan(Math.cos(0.005));
  expect(surface!.alongM[1] - surface!.alongM[0]).toBeGreaterThan(1);
  expect(surface!.residualM).toBeCloseTo(NOISE_M, 3);
});

it('a floor is a plane, and no pipe', async () => {
  const place = at([2, 1.5, 0]);
  const { surface } = foundShapeSchema.parse((await ask(surveyor, `kind=plane&${place}`)).body);
  expect(Math.abs(dot(surface!.axisEcef!, transformDirection(ecefFromEnu, [0, 0, 1])))).toBeGreaterThan(
    Math.cos(0.005),
  );
  expect(surface!.radiusM).toBeNull();
  const none = foundShapeSchema.parse((await ask(surveyor, `kind=cylinder&${place}`)).body);
  expect(none.surface).toBeNull();
  expect(none.refusal).not.toBeNull();
});

it('where there are no points, few points are the reason', async () => {
  const { body } = await ask(surveyor, `kind=sphere&${at([300, 0, 0])}`);
  expect(body).toEqual({ surface: null, refusal: 'fewPoints' });
});

it('needs the layer and the permission to measure, and refuses bad input', async () => {
  const query = `kind=cylinder&${at(TOP)}`;
  for (const person of [viewer, blind]) expect((await ask(person, query)).status).toBe(404);
  expect((await ask(surveyor, query, captureId + 999)).status).toBe(404);
  const [x, y, z] = ecefFromLla(ORIGIN);
  for (const bad of [`kind=cone&x=${x}&y=${y}&z=${z}`, `kind=plane&x=${x}&y=${y}`, `kind=plane&x=NaN&y=${y}&z=${z}`])
    expect((await ask(surveyor, bad)).status).toBe(400);
});

it('a cloud whose files are damaged or gone says so', async () => {
  const answer = async () => {
    const { status, body } = await ask(surveyor, `kind=cylinder&${at(TOP)}`);
    return [status, (body as { error: string }).error];
  };
  const [name] = (await readdir(folder)).filter((file) => file.startsWith('points'));
  await truncate(path.join(folder, name!), 10);
  expect(await answer()).toEqual([409, CAPTURES_MESSAGES['captures.damagedPoints']]);
  await rm(folder, { recursive: true });
  expect(await answer()).toEqual([409, CAPTURES_MESSAGES['captures.noExactPoints']]);
});
