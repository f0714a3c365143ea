import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { aCapture, aSite } from '@overlook/db/seed';
import { POINT_CLOUD } from '@overlook/shared/config';
import { distance, ecefFromLla, enuFrame, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { CAPTURES_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { type measureVolumeInputSchema, type Volume, volumeSchema } from '@overlook/shared/schemas';
import { RIDGEWAY_CHANGES, STOCKPILE } from '../../demo/plant/ridgeway-changes.ts';
import { makeStore } from '../../pointclouds/testing/made-store.ts';
import { randomFrom, recordsAt } from '../../pointclouds/testing/random-records.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { aPointcloud, storeFolder } from '../exports/testing/a-cloud.ts';

const ORIGIN = { longitude: 138.49, latitude: -35.07, height: 30 };
const { ecefFromEnu } = enuFrame(ORIGIN);
const GRID = { scale: [0.0001, 0.0001, 0.0001], offset: [0, 0, 0] } as const;
const GROUND_HALF_M = 10;
const NOISE_M = 0.004;
const pile = RIDGEWAY_CHANGES.find((change) => change.kind === 'grown')!;
const { before: BEFORE_M3, after: AFTER_M3 } = pile.volumesM3;

let server: TestServer;
let surveyor: TestPerson;
let siteId: number;
/** Today's capture, with the pile after, and the one before. */
let after: number;
let before: number;
let folder: string;

/** The stockpile of the demo on level ground, 0.2 m between points. */
function pilePoints({ radius, height }: { radius: number; height: number }, random: () => number): Uint8Array {
  const noise = () => NOISE_M * (random() + random() + random() - 1.5) * 2;
  return recordsAt(
    (2 * GROUND_HALF_M) ** 2 / 0.2 ** 2,
    () => {
      const [east, north] = [GROUND_HALF_M * (2 * random() - 1), GROUND_HALF_M * (2 * random() - 1)];
      const up = Math.max(0, height * (1 - Math.hypot(east, north) / radius)) + noise();
      return [east, north, up].map((metres) => Math.round(metres * 1e4));
    },
    random,
  );
}

beforeAll(async () => {
  server = await startTestServer();
  surveyor = await aPerson(server, { allowed: ['VIEW:POINTCLOUD', 'TOOLS:MEASURE'] });
  siteId = (await aSite(server.database.db, { slug: 'heap' })).id;
  const random = randomFrom(8);
  const store = async (shape: { radius: number; height: number }) => {
    const cloud = await aPointcloud(server, siteId);
    folder = storeFolder(server.filesDir, cloud);
    await makeStore(folder, {
      records: pilePoints(shape, random),
      grid: GRID,
      frame: { kind: 'local', name: 'Heap', toEcef: Array.from(ecefFromEnu), metresPerUnit: 1 },
      nodePoints: 1500,
    });
    return cloud.captureId;
  };
  after = await store(STOCKPILE.after);
  await aCapture(server.database.db, {
    siteId,
    modeltypeId: POINT_CLOUD.id,
    filepath: `/points/${siteId}/before`,
    takenOn: '2026-03-14',
  });
  before = await store(STOCKPILE.before);
});
afterAll(() => server.close());

const square = (halfM: number): Vec3[] =>
  [
    [-halfM, -halfM, 0],
    [halfM, -halfM, 0],
    [halfM, halfM, 0],
    [-halfM, halfM, 0],
  ].map((corner) => transformPoint(ecefFromEnu, corner as Vec3));

type Asked = Partial<Omit<z.input<typeof measureVolumeInputSchema>, 'siteId' | 'captureId'>>;
const ask = (asked: Asked, { person = surveyor, capture = after } = {}) =>
  person.ask('POST', `/captures/${siteId}/${capture}/volume`, { rim: square(8), base: { kind: 'plane' }, ...asked });
async function measured(asked: Asked, capture = after): Promise<Volume> {
  const { status, body } = await ask(asked, { capture });
  expect(status, JSON.stringify(body)).toBe(200);
  return volumeSchema.parse(body);
}

it('the stockpile of the demo has its volumes, over any flat base', async () => {
  const bases = [{ kind: 'plane' }, { kind: 'rim' }, { kind: 'height', heightM: ORIGIN.height }] as const;
  for (const base of bases) {
    const { fill, cut, areaM2 } = await measured({ base });
    expect(Math.abs(fill.m3 - AFTER_M3)).toBeLessThan(0.01 * AFTER_M3);
    expect(Math.abs(fill.m3 - AFTER_M3)).toBeLessThan(fill.halfWidth95M3);
    expect(cut.m3).toBeLessThan(0.1);
    expect(areaM2).toBeCloseTo(256, 1);
  }
  const { fill } = await measured({}, before);
  expect(Math.abs(fill.m3 - BEFORE_M3)).toBeLessThan(0.02 * BEFORE_M3);
});

it('what was heaped up between two captures, and what was taken away the other way round', async () => {
  const grown = await measured({ base: { kind: 'capture', captureId: before } });
  expect(Math.abs(grown.fill.m3 - (AFTER_M3 - BEFORE_M3))).toBeLessThan(0.015 * AFTER_M3);
  expect(grown.belowDetection.areaM2).toBeGreaterThan(120);
  const shrunk = await measured({ base: { kind: 'capture', captureId: after } }, before);
  expect(shrunk.cut.m3).toBeCloseTo(grown.fill.m3, 6);
  expect(shrunk.net.m3).toBeCloseTo(-grown.net.m3, 6);
});

it('contours lie on the surface', async () => {
  const { contours } = await measured({});
  const top = transformPoint(ecefFromEnu, [0, 0, STOCKPILE.after.height]);
  const { levelM, ringEcef } = contours.at(-1)!;
  const { radius, height } = STOCKPILE.after;
  const slantM = (height - levelM) * Math.hypot(1, radius / height);
  for (const corner of ringEcef) expect(Math.abs(distance(corner, top) - slantM)).toBeLessThan(0.2);
});

it('bad rims are refused, each with what is wrong', async () => {
  const [a, b, c, d] = square(8) as [Vec3, Vec3, Vec3, Vec3];
  const refusal = async (asked: Asked) => {
    const { status, body } = await ask(asked);
    return [status, (body as { error: string }).error];
  };
  const crossing = formatMessage(CAPTURES_MESSAGES['captures.rimCrosses'], { first: 2, second: 4 });
  expect(await refusal({ rim: [a, b, d, c] })).toEqual([400, crossing]);
  expect(await refusal({ rim: [a, b, b] })).toEqual([400, CAPTURES_MESSAGES['captures.rimFlat']]);
  expect(await refusal({ rim: [[0, 0, 0], b, c] })).toEqual([400, CAPTURES_MESSAGES['captures.rimElsewhere']]);
  expect((await refusal({ rim: square(300) }))[0]).toBe(400);
  expect((await refusal({ rim: [a, b] }))[0]).toBe(400);
  const away = [1, 2, 3].map((i) =>
    ecefFromLla({ ...ORIGIN, longitude: 138.5 + i * 1e-4, latitude: -35 + i * i * 1e-4 }),
  );
  expect(await refusal({ rim: away })).toEqual([409, CAPTURES_MESSAGES['captures.fewPointsInRim']]);
});

it('needs the layer and the permission to measure, for both captures', async () => {
  const viewer = await aPerson(server, { allowed: ['VIEW:POINTCLOUD'] });
  const blind = await aPerson(server, { allowed: ['VIEW:CAD', 'TOOLS:MEASURE'] });
  for (const person of [viewer, blind]) expect((await ask({}, { person })).status).toBe(404);
  expect((await ask({}, { capture: after + 999 })).status).toBe(404);
  expect((await ask({ base: { kind: 'capture', captureId: after + 999 } })).status).toBe(404);
});

it('a cloud whose files are gone says so', async () => {
  await rm(folder, { recursive: true });
  const { status, body } = await ask({ base: { kind: 'capture', captureId: before } });
  expect([status, (body as { error: string }).error]).toEqual([409, CAPTURES_MESSAGES['captures.noExactPoints']]);
});
