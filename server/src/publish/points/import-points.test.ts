import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pointclouds, sites } from '@overlook/db/schema';
import { llaFromEcef } from '@overlook/shared/maths';
import { llaFromUtm } from '@overlook/shared/maths/testing';
import { resolveCrs } from '../../pointclouds/crs/index.ts';
import { openFrame } from '../../pointclouds/open-frame.ts';
import { openPointStore } from '../../pointclouds/store/open-store.ts';
import { type ImportProgress, type ImportRequest, importSite } from '../import/import-site.ts';
import { deleteSite } from '../register/stored-sites.ts';
import { sweepImports } from '../register/sweep-imports.ts';
import { aB3dm, aFolder, aTileset } from '../testing/made-tiles.ts';
import { importStores } from '../testing/import-stores.ts';
import { hasSampleFile, sampleFile } from '../testing/sample-data.ts';
import { type MadeLas, plantPoint, writeMadeLas } from './testing/made-las.ts';

const stores = importStores();

const run = (points: string, more: Partial<ImportRequest> = {}, context: object = {}) =>
  importSite({ db: stores.db, filesDir: stores.filesDir, ...context }, { slug: 'a', layers: { points }, ...more });
const rows = () => stores.db.select().from(pointclouds);
const pointStores = () => readdir(path.join(stores.filesDir, 'pointclouds')).catch(() => []);

async function put(name: string, content: string): Promise<string> {
  const file = path.join(stores.sourcesDir, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

/** A square metre of points from a corner on, each 5 cm, as PTS. */
function square(x: number, y: number, z = 100): string {
  const lines: string[] = [];
  for (let i = 0; i < 20; i++)
    for (let j = 0; j < 20; j++) lines.push(`${(x + i / 20).toFixed(3)} ${(y + j / 20).toFixed(3)} ${z} ${i} ${j} 7 9`);
  return `${lines.length}\n${lines.join('\n')}\n`;
}

describe('importing point clouds', () => {
  it('publishes tiles and an exact store of a folder of files', async () => {
    await put('a.pts', square(690_000, 5_335_000));
    await put('north/b.pts', square(690_002, 5_335_003));
    await put('notes.txt', 'none');
    const seen: ImportProgress[] = [];
    const onProgress = (progress: ImportProgress) => void seen.push(progress);
    const { layers, warnings, ground } = await run(stores.sourcesDir, { crs: 'EPSG:25832' }, { onProgress });
    expect(layers).toMatchObject([{ layer: 'points', facts: { points: 800 } }]);
    expect(warnings).toEqual([
      'No point clouds, and left out: notes.txt.',
      expect.stringContaining('taken as above the sea (EGM96)'),
    ]);
    const corner = llaFromUtm({ zone: 32, hemisphere: 'N', easting: 690_001.5, northing: 5_335_002 });
    expect(ground.longitude).toBeCloseTo(corner.longitude, 4);
    expect(ground.latitude).toBeCloseTo(corner.latitude, 4);
    const [row] = await rows();
    expect(row).toMatchObject({
      points: 800,
      coordinateSystem: 'ETRS89 / UTM zone 32N (EPSG:25832)',
      hasColor: true,
      hasIntensity: true,
      filepath: `pointclouds/${row!.uuid}`,
    });
    expect(await pointStores()).toEqual([row!.uuid]);
    const { description } = await openPointStore(path.join(stores.filesDir, row!.filepath));
    expect(description.sources.map(({ name, points }) => [name, points])).toEqual([
      ['a.pts', 400],
      ['north/b.pts', 400],
    ]);
    expect(seen.some(({ phase }) => phase === 'building points')).toBe(true);
    expect(await readdir(path.join(stores.filesDir, 'converting')).catch(() => [])).toEqual([]);
  });

  it('has the ground of most points, or the one that is stated', async () => {
    const lines = [...square(690_000, 5_335_000).split('\n').slice(1, -1), '690000.5 5335000.5 40 1 1 7 9'];
    const file = await put('stray.pts', lines.join('\n'));
    const place = { crs: 'EPSG:25832', altitudes: 'ellipsoidal' } as const;
    const { ground, warnings } = await run(file, place);
    expect(ground.height).toBeCloseTo(100, 2);
    expect(warnings).toEqual([expect.stringContaining('up to 60 m below all others')]);
    const originOf = async () => (await stores.db.select().from(sites))[0]!.data.meta.origin!;
    expect((await originOf()).height).toBeCloseTo(100, 2);
    expect((await run(file, { ...place, groundHeight: 40, replace: true })).ground.height).toBe(40);
    expect((await originOf()).height).toBe(40);
  });

  it('is placed by most of its first points', async () => {
    const file = path.join(stores.sourcesDir, 'first.las');
    const pointAt: MadeLas['pointAt'] = (index, point) =>
      Object.assign(point, { x: index && 690_000_00 + index, y: index && 5_335_000_00 + index, z: 0 });
    await writeMadeLas(file, { points: 400, scale: [0.01, 0.01, 0.01], offset: [0, 0, 0], pointAt });
    const { layers, ground } = await run(file, { crs: 'EPSG:25832' });
    expect(layers[0]!.facts.points).toBe(399);
    expect(ground.longitude).toBeCloseTo(11.56, 1);
  });

  it('leaves out degrees without a place in its grid', async () => {
    const file = path.join(stores.sourcesDir, 'degrees.las');
    const pointAt: MadeLas['pointAt'] = (index, point) =>
      Object.assign(
        point,
        index === 399 ? { x: 0, y: 0, z: 0 } : { x: 86_821_000 + index, y: 501_109_000 + index, z: 0 },
      );
    await writeMadeLas(file, { points: 400, scale: [1e-7, 1e-7, 1e-7], offset: [0, 0, 0], pointAt });
    const { layers, warnings } = await run(file, { crs: 'EPSG:4326' });
    expect(layers[0]!.facts.points).toBe(399);
    expect(warnings).toContainEqual(
      expect.stringMatching(/^degrees\.las: 1 point left out, more than 5,[56]\d\d km away from the others/),
    );
  });

  it.runIf(hasSampleFile('field/19-stray-positions'))('leaves out one point at zero, and names it', async () => {
    const file = sampleFile('field/19-stray-positions/j-one-point-at-zero.las');
    const { layers, warnings, ground } = await run(file, { crs: 'EPSG:25832' });
    expect(layers[0]!.facts.points).toBe(400);
    expect(ground.height).toBeCloseTo(146.7, 0);
    expect(warnings).toContain(
      'j-one-point-at-zero.las: 1 point left out, more than 5,561 km away from the others; the first: 0 0 0.',
    );
  });

  it('names the lines that it leaves out', async () => {
    const strays = ['0 0 0 1 1 7 9', 'nan nan nan 1 1 7 9', '690000 5385000 100 1 1 7 9', '640000 5335000 100 1 1 7 9'];
    const lines = [...square(690_000, 5_335_000).split('\n').slice(1, -1), ...strays];
    const { layers, warnings } = await run(await put('stray.pts', lines.join('\n')), {
      crs: 'EPSG:25832',
      altitudes: 'ellipsoidal',
    });
    expect(layers[0]!.facts.points).toBe(400);
    expect(warnings).toEqual([
      'stray.pts: 1 point left out, whose coordinates are no numbers; the first: line 402, NaN NaN NaN.',
      'stray.pts: 1 point left out, more than 214,000 units away from the first ones; the first: line 401, 0 0 0.',
      'stray.pts: 2 points left out, more than 40 km away from the others; the first: 690000 5385000 100.',
    ]);
  });

  it('places a cloud without a coordinate system at a given position and heading', async () => {
    const file = await put('scan.pts', '2\n0 0 0\n0 10 2\n');
    const at = { longitude: 7, latitude: 51, height: 60, headingDeg: 90 };
    await run(file, { at });
    const [row] = await rows();
    const { description } = await openPointStore(path.join(stores.filesDir, row!.filepath));
    const point = new Float64Array(3);
    openFrame(description.frame).toEcef([0, 10, 2], point);
    // Points ahead of the scanner are in the east.
    const { longitude, latitude, height } = llaFromEcef([point[0]!, point[1]!, point[2]!]);
    expect((longitude - 7) * 111_320 * Math.cos((51 * Math.PI) / 180)).toBeCloseTo(10, 1);
    expect(latitude).toBeCloseTo(51, 6);
    expect(height).toBeCloseTo(62, 2);
  });

  it('replaces a cloud, and a tileset removes it', async () => {
    const file = await put('a.pts', square(690_000, 5_335_000));
    await run(file, { crs: 'EPSG:25832' });
    const [before] = await pointStores();
    await run(file, { crs: 'EPSG:25832', replace: true });
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row!.uuid).not.toBe(before);
    expect(await pointStores()).toEqual([row!.uuid]);
    const tiles = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm() });
    await run(tiles, { replace: true });
    await rm(tiles, { recursive: true });
    expect(await rows()).toEqual([]);
    expect(await pointStores()).toEqual([]);
  });

  it('is removed with its site', async () => {
    await run(await put('a.pts', square(690_000, 5_335_000)), { crs: 'EPSG:25832' });
    await deleteSite({ db: stores.db, filesDir: stores.filesDir }, 'a');
    expect(await rows()).toEqual([]);
    expect(await pointStores()).toEqual([]);
  });

  it('stores nothing where registering fails', async () => {
    const file = await put('a.pts', square(690_000, 5_335_000));
    const onRegister = () => Promise.reject(new Error('not now'));
    await expect(run(file, { crs: 'EPSG:25832' }, { onRegister })).rejects.toThrow('not now');
    expect(await rows()).toEqual([]);
    expect(await pointStores()).toEqual([]);
    expect(await stores.db.select().from(sites)).toEqual([]);
  });

  it('is ended immediately when it is cancelled, and leaves no files', async () => {
    const file = await put('a.pts', square(690_000, 5_335_000));
    const controller = new AbortController();
    const onProgress = ({ phase }: ImportProgress) => phase === 'building points' && controller.abort();
    await expect(run(file, { crs: 'EPSG:25832' }, { onProgress, signal: controller.signal })).rejects.toThrow(
      'aborted',
    );
    expect(await rows()).toEqual([]);
    expect(await pointStores()).toEqual([]);
    expect(await readdir(path.join(stores.filesDir, 'converting')).catch(() => [])).toEqual([]);
  });

  it('is ended when its arrays take more than CONVERT_MEMORY_MB, and leaves no files', async () => {
    const file = path.join(stores.sourcesDir, 'large.las');
    await writeMadeLas(file, { points: 400_000, pointAt: plantPoint, offset: [690_000, 5_335_000, 100] });
    await expect(run(file, { crs: 'EPSG:25832' }, { convertMemoryMb: 150 })).rejects.toThrow(
      'large.las: needs more than 150 MB of memory to be converted, or broke its reader. Raise CONVERT_MEMORY_MB.',
    );
    expect([await rows(), await pointStores()]).toEqual([[], []]);
    expect(await readdir(path.join(stores.filesDir, 'models')).catch(() => [])).toEqual([]);
  });

  it('stores without a row are swept, and others are kept', async () => {
    await run(await put('a.pts', square(690_000, 5_335_000)), { crs: 'EPSG:25832' });
    const [row] = await rows();
    const stray = '00000000-0000-4000-8000-000000000000';
    await mkdir(path.join(stores.filesDir, 'pointclouds', stray));
    expect(await sweepImports({ db: stores.db, filesDir: stores.filesDir })).toEqual([`pointclouds/${stray}`]);
    expect(await pointStores()).toEqual([row!.uuid]);
  });

  it('refuses a folder of files in different systems and stores nothing; with --crs all are in one', async () => {
    for (const [name, zone] of [['east.las', 33] as const, ['west.las', 32] as const]) {
      const { wkt } = resolveCrs(null, { crs: `EPSG:258${zone}` })!;
      await writeMadeLas(path.join(stores.sourcesDir, name), {
        points: 500,
        offset: [690_000, 5_335_000, 100],
        wkt: wkt!,
      });
    }
    await put('none.pts', square(690_000, 5_335_000));
    await expect(run(stores.sourcesDir)).rejects.toThrow(
      /^east\.las and (none\.pts|west\.las): have different coordinate systems/,
    );
    expect([await rows(), await pointStores()]).toEqual([[], []]);
    expect(await readdir(path.join(stores.filesDir, 'converting')).catch(() => [])).toEqual([]);
    await run(stores.sourcesDir, { crs: 'EPSG:25832' });
    expect(await rows()).toMatchObject([{ points: 1400, coordinateSystem: 'ETRS89 / UTM zone 32N (EPSG:25832)' }]);
  });

  it('refuses unreadable files, and stores nothing', async () => {
    const file = await put('a.pts', '3\n690000 5335000 100\n690000.5 5335000 100\n');
    await expect(run(file, { crs: 'EPSG:25832' })).rejects.toThrow(
      'a.pts, line 1: says that 3 points follow, but there are 2.',
    );
    expect(await pointStores()).toEqual([]);
    expect(await readdir(path.join(stores.filesDir, 'converting')).catch(() => [])).toEqual([]);
  });
});

describe.runIf(hasSampleFile('pointclouds/las/with_srs.las'))('importing public samples', () => {
  const sample = (name: string) => sampleFile(`pointclouds/${name}`);

  it('projects Web Mercator to UTM, one by one', async () => {
    const { layers, warnings, ground } = await run(sample('las/with_srs.las'));
    expect(layers[0]!.facts.points).toBe(1247);
    expect(warnings).toContainEqual(expect.stringContaining('every point was projected to WGS 84 / UTM zone 15N'));
    expect(ground.longitude).toBeCloseTo(-94.583, 2);
    expect(ground.latitude).toBeCloseTo(31.281, 2);
  });

  it('projects degrees to UTM, one by one', async () => {
    const { layers, ground } = await run(sample('las/epsg_4326.las'), { altitudes: 'ellipsoidal' });
    expect(layers[0]!.facts.points).toBe(5380);
    expect(ground.longitude).toBeCloseTo(-94.672, 2);
    expect(ground.latitude).toBeCloseTo(31.042, 2);
  });

  it('reads E57 of a scanner at a place', async () => {
    const at = { longitude: 7, latitude: 51, height: 60 };
    const { layers, ground } = await run(sample('e57/pumpAVisualReferenceImage.e57'), { at });
    expect(layers[0]!.facts.points).toBe(155_201);
    expect(ground.longitude).toBeCloseTo(7, 3);
    expect(ground.height).toBeCloseTo(60 - 1.9, 1);
    expect((await rows())[0]).toMatchObject({ points: 155_201, hasColor: true, hasIntensity: true });
  });

  const OREGON = '+proj=lcc +lat_1=43 +lat_2=45.5 +lat_0=41.75 +lon_0=-120.5 +x_0=400000 +y_0=0 +ellps=GRS80 +units=ft';
  const AT = { longitude: 7, latitude: 51, height: 60 };

  it.each<[string, Partial<ImportRequest>, { points: number; longitude: number; latitude: number }]>([
    // What it states itself is wrong: the geyser of Yellowstone is in UTM zone 12.
    ['copc/lone-star.copc.laz', { crs: 'EPSG:32612' }, { points: 518_862, longitude: -110.807, latitude: 44.418 }],
    ['las/1.2-with-color.las', { crs: OREGON }, { points: 1065, longitude: -123.07, latitude: 44.06 }],
    ['las/pdrf7-v4-1.4.laz', { at: AT }, { points: 1024, longitude: 7, latitude: 51 }],
    ['pts/test.pts', { at: AT }, { points: 19, longitude: 7, latitude: 51 }],
  ])('takes %s where the operator says what it does not', async (name, options, { points, longitude, latitude }) => {
    const { layers, ground } = await run(sample(name), options);
    expect(layers[0]!.facts.points).toBe(points);
    expect(Math.abs(ground.longitude - longitude)).toBeLessThan(0.03);
    expect(Math.abs(ground.latitude - latitude)).toBeLessThan(0.03);
  });

  it.each([
    ['far from their origin', {}, 'has coordinates that are 515,160 km from their origin'],
    ['farther apart than the Earth is wide', { replacePosition: true }, 'km apart: its coordinates are damaged'],
  ])('refuses coordinates that are %s', async (_what, more, sentence) => {
    await expect(run(sample('las/pdrf6-1.4.las'), { at: AT, ...more })).rejects.toThrow(sentence);
    expect([await rows(), await pointStores()]).toEqual([[], []]);
  });

  it('reads feet of Oregon from WKT', async () => {
    const { ground } = await run(sample('las/autzen_trim.laz'));
    expect(ground.longitude).toBeCloseTo(-123.07, 1);
    expect(ground.latitude).toBeCloseTo(44.06, 1);
    const [row] = await rows();
    expect(row).toMatchObject({ points: 110_000, coordinateSystem: 'NAD_1983_HARN_Lambert_Conformal_Conic' });
    const { description } = await openPointStore(path.join(stores.filesDir, row!.filepath));
    expect(description.frame.metresPerUnit).toBeCloseTo(0.3048, 9);
  });
});
