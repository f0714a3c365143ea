import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AskedGrids, FoundGrids } from '@overlook/shared/schemas';
import { gridFoldersOf } from '../../pointclouds/crs/grids/grid-folders.ts';
import { heightSurface } from '../../pointclouds/crs/index.ts';
import { gridAround, gtx, put } from '../../pointclouds/crs/testing/made-grids.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** Where the sea of AHD is 42.231 m above the ellipsoid (Geoscience Australia), GDA2020. */
const PLACE = { longitude: 148.716, latitude: -25.716 };
const AHD = { epsg: 7844, vertical: { epsg: 5711, name: 'EPSG:5711' }, ...PLACE };

let server: TestServer;
let viewer: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  viewer = await aPerson(server, { name: 'viewer', allowed: ['VIEW:POINTCLOUD'] });
});
afterAll(() => server.close());

const ask = async (asked: AskedGrids): Promise<FoundGrids> => {
  const { status, body } = await viewer.ask('POST', '/grids', asked);
  expect(status).toBe(200);
  return body as FoundGrids;
};

it('grids around a place are those that an import would use; a missing one is named', async () => {
  const before = await ask(AHD);
  expect(before).toMatchObject({ grids: {}, refusal: null });
  expect(before.missing).toEqual([
    {
      kind: 'geoid',
      system: 'AHD',
      grid: 'AUSGeoid2020',
      file: 'au_ga_AUSGeoid2020_20180201.tif',
      isInstalled: false,
      accuracyM: null,
    },
  ]);
  const folders = gridFoldersOf(server.filesDir);
  const file = 'au_ga_AUSGeoid2020_20180201.gtx';
  put(path.join(folders.geoid, file), gtx(gridAround([PLACE.longitude, PLACE.latitude], [42.231])));
  const { grids, missing, refusal } = await ask(AHD);
  expect([missing, refusal]).toEqual([[], null]);
  expect(grids.geoid).toMatchObject({ name: 'AUSGeoid2020', file, system: { name: 'AHD' } });
  expect(heightSurface(grids.geoid)(PLACE.latitude, PLACE.longitude)).toBeCloseTo(42.231, 3);
});

it('a place that an import refuses is answered with the reason', async () => {
  const { refusal } = await ask({ ...AHD, longitude: 115, latitude: -32 });
  expect(refusal).toMatch(/does not cover the site, whose heights are AHD/);
});

it('a grid of a datum is named with what its parameters reach, and heights of an unknown system are EGM96', async () => {
  const place = { longitude: -5.2, latitude: 49.96 };
  const { missing } = await ask({ epsg: 27_700, vertical: { epsg: 5783, name: 'EPSG:5783' }, ...place });
  expect(missing).toMatchObject([
    { kind: 'geoid', system: 'EPSG:5783', grid: null, file: null },
    { kind: 'datum', grid: 'OSTN15', file: 'uk_os_OSTN15_NTv2_OSGBtoETRS.tif', isInstalled: false, accuracyM: 3 },
  ]);
});

it('input is bounded', async () => {
  for (const asked of [
    { ...AHD, longitude: 1e9 },
    { ...AHD, epsg: 1e12 },
    { ...AHD, vertical: { epsg: null, name: 'A'.repeat(10_000) } },
  ])
    expect((await viewer.ask('POST', '/grids', asked)).status).toBe(400);
});
