import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { photos, pointclouds, snapshots } from '@overlook/db/schema';
import { beforeEach, expect, it } from 'vitest';
import { gridFoldersOf } from '../../pointclouds/crs/grids/grid-folders.ts';
import { resolveCrs } from '../../pointclouds/crs/index.ts';
import { geotiff, gridAround, METADATA, put } from '../../pointclouds/crs/testing/made-grids.ts';
import { wktOf } from '../../pointclouds/export/target-system.ts';
import { openFrame } from '../../pointclouds/open-frame.ts';
import { openPointStore } from '../../pointclouds/store/open-store.ts';
import { aBox, anIfcFile } from '../convert/ifc/testing/made-ifc.ts';
import { aPhoto, gpsAt } from '../testing/made-photos.ts';
import { importStores } from '../testing/import-stores.ts';
import { type ImportRequest, importSite } from './import-site.ts';

const stores = importStores();
/** `DATA_DIR` of each test. */
let data: string;
beforeEach(async () => {
  data = stores.temporary(await mkdtemp(path.join(tmpdir(), 'overlook-data-')));
  await mkdir(path.join(data, 'files'));
});

/** In Sydney: zone 56 of the map grid of Australia. */
const [EAST, NORTH, HEIGHT] = [334_000, 6_251_000, 20];
const PLACE = [151.2045, -33.8669] as const;
/** Made: EGM96 is 22.4 m above the ellipsoid there. */
const GEOID_M = 24;
const FILE = 'au_ga_AUSGeoid2020_20180201.tif';

const filesDir = () => path.join(data, 'files');
const install = (place: readonly [number, number]) =>
  put(
    path.join(gridFoldersOf(filesDir()).geoid, FILE),
    geotiff(gridAround(place, [GEOID_M], 0), { metadata: METADATA.geoid }),
  );
const run = (request: Partial<ImportRequest>) =>
  importSite({ db: stores.db, filesDir: filesDir() }, { slug: 'a', layers: {}, ...request });

async function aCloud(): Promise<string> {
  const file = path.join(stores.sourcesDir, 'cloud.pts');
  const points = Array.from(
    { length: 400 },
    (_, i) => `${EAST + (i % 20) / 20} ${NORTH + Math.floor(i / 20) / 20} ${HEIGHT}`,
  );
  await writeFile(file, `400\n${points.join('\n')}\n`);
  return file;
}

/** A box on the map, with its heights above AHD. */
const aModel = () =>
  anIfcFile({
    lines: [
      ...aBox({ id: 1000 }),
      "#900=IFCPROJECTEDCRS('EPSG:7856',$,$,'AHD',$,$,$);",
      `#901=IFCMAPCONVERSION(#21,#900,${EAST}.,${NORTH}.,${HEIGHT}.,1.,0.,$);`,
    ],
  });

async function aFolderOfPhotos(): Promise<string> {
  const folder = path.join(stores.sourcesDir, 'photos');
  await mkdir(folder);
  const xmp = { 'Camera:VertCS': 'AHD height' };
  await writeFile(path.join(folder, 'a.jpg'), await aPhoto({ gps: gpsAt(PLACE[0], PLACE[1], 60), xmp }));
  return folder;
}

const USED = `as above the sea (AHD by AUSGeoid2020, ${FILE})`;

it('points are placed by a grid of the operator, which their store keeps', async () => {
  install(PLACE);
  const { warnings, ground } = await run({ layers: { points: await aCloud() }, crs: 'EPSG:7856+5711' });
  expect(warnings).toEqual([
    expect.stringMatching(
      /^The heights of the points were read as above the sea \(AHD by AUSGeoid2020, .*\), which moved them 24\.00 m up \(EGM96: 2\d\.\d\d m up\)\.$/,
    ),
  ]);
  expect(ground.height).toBeCloseTo(HEIGHT + GEOID_M, 2);
  const [row] = await stores.db.select().from(pointclouds);
  const store = await openPointStore(path.join(filesDir(), row!.filepath));
  const { frame } = store.description;
  store.close();
  if (frame.kind !== 'projected') throw new Error('The frame is not projected.');
  expect(frame.grids?.geoid?.file).toBe(FILE);
  const point = Float64Array.of(EAST, NORTH, HEIGHT);
  const opened = openFrame(frame);
  opened.toEcef(point, point);
  opened.fromEcef(point, point);
  expect(point[2]).toBeCloseTo(HEIGHT, 4);
  // What is exported says so, so that it comes back to the same place.
  expect(resolveCrs({ kind: 'wkt', wkt: wktOf(frame)! }, {})!.vertical).toEqual({ epsg: 5711, name: 'AHD height' });
});

it('a model and photos are placed by it where they name its heights', async () => {
  install(PLACE);
  const { warnings, ground } = await run({ layers: { cad: aModel() }, photos: await aFolderOfPhotos() });
  expect(ground.height).toBeCloseTo(HEIGHT + GEOID_M, 1);
  expect(warnings).toEqual([expect.stringContaining(`Its heights were read ${USED}`), expect.stringContaining(USED)]);
  const [photo] = await stores.db.select().from(snapshots);
  expect(photo!.altitude).toBeCloseTo(60 + GEOID_M, 3);
  const [facts] = await stores.db.select().from(photos);
  expect(facts!.details.map(({ value }) => value)).toContain('60 m above the sea (AHD height)');
});

it('without the grid its name and folder are said, and heights are read with EGM96', async () => {
  const { warnings, ground } = await run({ layers: { cad: aModel() }, photos: await aFolderOfPhotos() });
  const missing = expect.stringMatching(
    /AHD: AUSGeoid2020 is not installed.* EGM96.* Put au_ga_AUSGeoid2020_20180201\.tif into geoids of DATA_DIR/,
  );
  expect(warnings).toEqual([missing, missing]);
  expect(Math.abs(ground.height - HEIGHT - 22.4)).toBeLessThan(1);
});

it.each([
  ['points', async () => ({ layers: { points: await aCloud() }, crs: 'EPSG:7856+5711' })],
  ['a model', async () => ({ layers: { cad: aModel() } })],
])('%s that a grid does not cover are refused', async (_, request) => {
  install([115, -32]);
  await expect(request().then(run)).rejects.toThrow(
    /^au_ga_AUSGeoid2020_20180201\.tif, longitude 151\.20\d+, latitude -33\.86\d+: does not cover the site, whose heights are AHD\./,
  );
});

it('photos that a grid does not cover are refused one by one', async () => {
  install(PLACE);
  await run({ layers: { cad: aModel() } });
  install([115, -32]);
  await expect(run({ photos: await aFolderOfPhotos() })).rejects.toThrow(
    /a\.jpg: has heights above a surface that cannot be read\. au_ga_AUSGeoid2020.*does not cover/,
  );
});

it('a damaged grid stops the import with its name', async () => {
  put(path.join(gridFoldersOf(filesDir()).geoid, FILE), Buffer.from('no picture at all, only text'));
  await expect(run({ layers: { points: await aCloud() }, crs: 'EPSG:7856+5711' })).rejects.toThrow(
    'au_ga_AUSGeoid2020_20180201.tif, byte 0: is no TIFF file. Take it again from where it is published',
  );
});
