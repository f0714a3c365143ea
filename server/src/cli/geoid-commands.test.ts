import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { GeoidList } from '../pointclouds/crs/grids/list-geoids.ts';
import { geotiff, gtx, type MadeGrid, put } from '../pointclouds/crs/testing/made-grids.ts';
import { runHere } from './testing/run-here.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'overlook-geoids-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const variables = () => ({ DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost:3000' });
const GRID: MadeGrid = { west: 226, south: 24, step: [0.5, 0.5], columns: 9, rows: 5, valueAt: () => [-30] };

it('lists the known geoids, which are installed, and files of no known name', async () => {
  const bytes = gtx(GRID);
  put(path.join(dataDir, 'geoids/G2018u0.gtx'), bytes);
  put(path.join(dataDir, 'geoids/de_bkg_gcg2016.tif'), geotiff(GRID).subarray(0, 60));
  put(path.join(dataDir, 'geoids/mine.tif'), bytes);
  put(path.join(dataDir, 'geoids/licence.txt'), bytes);
  const { code, stdout } = await runHere(['geoid', 'list', '--json'], variables());
  expect(code).toBe(0);
  const { geoids, unknown } = JSON.parse(stdout) as GeoidList;
  const of = (name: string) => geoids.find(({ stem }) => stem === name)!;
  expect(of('us_noaa_g2018u0')).toEqual({
    system: 'NAVD88',
    codes: [5703, 6360, 8228],
    grid: 'GEOID18',
    stem: 'us_noaa_g2018u0',
    installed: {
      file: 'G2018u0.gtx',
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      areas: [{ west: -134, south: 24, east: -130, north: 26 }],
      problem: null,
    },
  });
  expect(of('de_bkg_gcg2016').installed).toMatchObject({
    areas: [],
    problem: expect.stringContaining('de_bkg_gcg2016'),
  });
  expect(of('nl_nsgi_nlgeo2018').installed).toBeNull();
  expect(unknown).toEqual(['mine.tif']);
  const { stdout: text } = await runHere(['geoid', 'list'], variables());
  expect(text).toContain('longitude -134 to -130, latitude 24 to 26');
  expect(text).toMatch(/^NAP +NLGEO2018 +not installed \(nl_nsgi_nlgeo2018\.tif\)$/m);
  expect(text).toMatch(/^DHHN2016 .* CANNOT BE READ: /m);
  expect(text).toContain('Not used, because no known grid has such a name: mine.tif');
});

it('lists them where nothing is installed', async () => {
  const { stdout } = await runHere(['geoid', 'list', '--json'], variables());
  const { geoids, unknown } = JSON.parse(stdout) as GeoidList;
  expect(geoids.filter(({ installed }) => installed)).toEqual([]);
  expect([geoids.length > 20, unknown]).toEqual([true, []]);
});
