import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ecefFromLla, llaFromEcef } from '@overlook/shared/maths';
import { openFrame } from '../../pointclouds/open-frame.ts';
import { gridFoldersOf } from '../../pointclouds/crs/grids/grid-folders.ts';
import { resolveCrs, type VerticalSystem, withHeightsOf } from '../../pointclouds/crs/index.ts';
import { hasSampleFile, sampleFile } from '../testing/sample-data.ts';
import { assertDisk } from './assert-disk.ts';
import type { PlaceOptions } from './choose-frame.ts';
import { chooseRules } from './choose-rules.ts';
import { type ProbeOptions, probeFile } from './probe-file.ts';
import { writeMadeLas } from './testing/made-las.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-rules-'));
});
afterEach(() => rm(folder, { recursive: true }));

type Options = ProbeOptions & PlaceOptions;

async function rulesOf(paths: readonly string[], options: Options = {}) {
  const probed = [];
  for (const file of paths) probed.push(await probeFile({ path: file, name: path.basename(file) }, options));
  return chooseRules(probed, options, gridFoldersOf(path.join(folder, 'files')), null);
}

async function put(files: Readonly<Record<string, string>>): Promise<string[]> {
  const paths: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    paths.push(path.join(folder, name));
    await writeFile(paths.at(-1)!, content);
  }
  return paths;
}

const at = { longitude: 7, latitude: 51, height: 60 };
const MUNICH = '690000 5335000 500\n';

describe('the rules of a cloud', () => {
  it('are those of its file where all axes have the same unit', async () => {
    const { rules, warnings } = await rulesOf(await put({ 'a.pts': MUNICH }), { crs: 'EPSG:25832+7837' });
    expect(warnings).toEqual([expect.stringContaining('DHHN2016: GCG2016 is not installed')]);
    expect(rules).toMatchObject({
      reprojectedFrom: null,
      frame: { kind: 'projected', epsg: 25832, heights: 'orthometric', metresPerUnit: 1 },
      grid: { scale: [0.0001, 0.0001, 0.0001], offset: [690_000, 5_335_000, 500] },
    });
  });

  it('are in the system of the site where files state none and lie there', async () => {
    const nearEcef = ecefFromLla({ longitude: 11.58, latitude: 48.14, height: 500 });
    const siteSystem = { crs: 'EPSG:25832', nearEcef } as const;
    const paths = await put({ 'a.pts': MUNICH, 'b.pts': MUNICH });
    const { rules, warnings } = await rulesOf(paths, { siteSystem });
    expect(rules.frame).toMatchObject({ kind: 'projected', epsg: 25832 });
    expect(warnings[0]).toBe(
      'Files that state no coordinate system were read in that of the site, ETRS89 / UTM zone 32N (EPSG:25832).',
    );
    expect(warnings.filter((text) => text === warnings[0])).toHaveLength(1);
    const [scan, stated] = [await put({ 'scan.pts': '3 4 1\n' }), path.join(folder, 'stated.las')];
    for (const system of [siteSystem, { ...siteSystem, nearEcef: ecefFromLla(at) }])
      await expect(rulesOf(system === siteSystem ? scan : paths, { siteSystem: system })).rejects.toThrow(
        'states no coordinate system. Say it with --crs',
      );
    await writeMadeLas(stated, {
      points: 1,
      offset: [690_000, 5_335_000, 0],
      wkt: resolveCrs(null, { crs: 'EPSG:32632' })!.wkt!,
    });
    expect((await rulesOf([stated], { siteSystem })).rules.frame).toMatchObject({ epsg: 32632 });
  });

  it('report assumptions', async () => {
    const [file] = await put({ 'a.pts': '530000 180000 30\n' });
    const { warnings } = await rulesOf([file!], { crs: 'EPSG:27700' });
    expect(warnings).toEqual([
      expect.stringContaining('Put uk_os_OSTN15_NTv2_OSGBtoETRS.tif into datum-grids of DATA_DIR'),
      // The sea lies 45.8 m above the ellipsoid at London.
      expect.stringMatching(/taken as above the sea \(EGM96\), which moved them 45\.\d\d m up/),
      expect.stringContaining('are placed to about 3 m'),
    ]);
  });

  it('project a file with heights in another unit', async () => {
    const { rules, warnings } = await rulesOf(await put({ 'a.pts': '550000 4180000 328.0839895\n' }), {
      crs: 'EPSG:26910+8228',
    });
    expect(rules.reprojectedFrom).toMatchObject({ kind: 'projection', metresPerHeightUnit: 0.3048 });
    expect(rules.frame).toMatchObject({ epsg: 32610, heights: 'orthometric' });
    expect(rules.grid.offset[2]).toBe(99);
    expect(warnings.at(-1)).toContain('every point was projected to WGS 84 / UTM zone 10N');
  });

  it('have the finest steps of all files', async () => {
    const paths = ['coarse.las', 'fine.las'].map((name) => path.join(folder, name));
    const write = (file: string, step: number) =>
      writeMadeLas(file, { points: 1, scale: [step, step, step], offset: [690_000, 5_335_000, 0] });
    await write(paths[0]!, 0.01);
    await write(paths[1]!, 0.001);
    const { rules } = await rulesOf(paths, { crs: 'EPSG:25832' });
    expect(rules.grid).toEqual({ scale: [0.001, 0.001, 0.001], offset: [690_000, 5_335_000, 0] });
  });

  it('put the first point to a place that replaces its own', async () => {
    const paths = await put({ 'a.pts': MUNICH });
    const { rules } = await rulesOf(paths, { at, replacePosition: true });
    const point = new Float64Array(3);
    openFrame(rules.frame).toEcef([690_000, 5_335_000, 500], point);
    const place = llaFromEcef([point[0]!, point[1]!, point[2]!]);
    expect(place.longitude).toBeCloseTo(7, 8);
    expect(place.latitude).toBeCloseTo(51, 8);
    expect(place.height).toBeCloseTo(60, 4);
  });

  it.each<[string, Record<string, string>, Options, string]>([
    ['without a system or a place', { 'a.pts': MUNICH }, {}, 'a.pts: states no coordinate system.'],
    ['of a map at a place', { 'a.pts': MUNICH }, { at }, 'a.pts: has coordinates that are 5,379 km from their origin'],
    ['with a system and a place', { 'a.pts': MUNICH }, { crs: 'EPSG:25832', at }, 'a.pts: has a position of its own'],
    ['in an unknown system', { 'a.pts': MUNICH }, { crs: 'EPSG:1' }, '--crs: EPSG:1 is not a coordinate system'],
    [
      'outside their system',
      { 'a.pts': '10000000 90000000 0\n' },
      { crs: 'EPSG:25832' },
      'a.pts: has its first point, 10000000 90000000 0, nowhere on the Earth',
    ],
    [
      'where nothing leads back from the globe',
      { 'a.pts': '100000 1000000000 0\n' },
      { crs: 'EPSG:3857' },
      'a.pts: has its first point, 100000 1000000000 0, nowhere on the Earth',
    ],
    [
      'in a system whose unit is no length',
      { 'a.pts': MUNICH },
      { crs: '+proj=utm +zone=32 +to_meter=-1' },
      '--crs: has a unit of -1 metres, which is no length.',
    ],
    [
      'beyond the poles',
      { 'a.pts': '10 95 0\n' },
      { crs: 'EPSG:4326' },
      'a.pts: has its first point, 10 95 0, nowhere',
    ],
    ['without points', { 'a.pts': '0\n' }, { crs: 'EPSG:25832' }, 'a.pts: has no points.'],
    ['of another content', { 'a.las': 'no LAS' }, {}, 'a.las: is no point cloud that is read here'],
    ['that are empty', { 'a.las': '' }, {}, 'a.las: is empty.'],
  ])('are refused for clouds %s', async (_, files, options, reason) => {
    await expect(put(files).then((paths) => rulesOf(paths, options))).rejects.toThrow(reason);
  });
});

describe('the rules of files in different systems', () => {
  /** Files of one point each, near the first in numbers; null states no system. */
  async function stated(systems: Readonly<Record<string, string | null>>): Promise<string[]> {
    const paths: string[] = [];
    for (const [name, crs] of Object.entries(systems)) {
      paths.push(path.join(folder, name));
      const wkt = crs === null ? {} : { wkt: resolveCrs(null, { crs })!.wkt! };
      await writeMadeLas(paths.at(-1)!, { points: 1, offset: [690_000, 5_335_000, 500], ...wkt });
    }
    return paths;
  }

  it.each([
    ['two zones', { 'a.las': 'EPSG:25832', 'b.las': 'EPSG:25832', 'c.las': 'EPSG:25833' }, 'a.las and c.las: have'],
    ['one that is stated and none', { 'a.las': 'EPSG:25832', 'b.las': null }, 'and none that is stated'],
    ['none and one that is stated', { 'a.las': null, 'b.las': 'EPSG:25832' }, 'none that is stated, and ETRS89'],
  ])('refuse %s, naming two files and the way out', async (_, systems, reason) => {
    const refused = rulesOf(await stated(systems));
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toThrow('say the one of all files with --crs.');
  });

  /** Files of one zone with heights of these systems; null names none. */
  async function withHeights(...systems: readonly (VerticalSystem | null)[]): Promise<string[]> {
    const plan = resolveCrs(null, { crs: 'EPSG:25832' })!.wkt!;
    const paths = systems.map((_, i) => path.join(folder, `${i}.las`));
    for (const [i, system] of systems.entries()) {
      const wkt = system ? withHeightsOf(system, plan) : plan;
      await writeMadeLas(paths[i]!, { points: 1, offset: [690_000, 5_335_000, 500], wkt });
    }
    return paths;
  }
  const [DHHN2016, NAP] = [
    { name: 'DHHN2016', epsg: 7837 },
    { name: 'NAP', epsg: 5709 },
  ];

  it('refuse two systems of heights', async () => {
    await expect(withHeights(null, DHHN2016, NAP).then((paths) => rulesOf(paths))).rejects.toThrow(
      /^1\.las and 2\.las: have different coordinate systems: .*, heights DHHN2016, and .*, heights NAP\./,
    );
  });

  it('read heights of no system as those of the others', async () => {
    const { warnings } = await rulesOf(await withHeights(null, DHHN2016, { name: 'DHHN2016', epsg: 7837 }));
    expect(warnings).toEqual([expect.stringContaining('are DHHN2016: GCG2016 is not installed')]);
  });

  it('use the system of the operator for all files', async () => {
    const paths = await stated({ 'a.las': 'EPSG:25832', 'b.las': 'EPSG:25833', 'c.las': null });
    const { rules } = await rulesOf(paths, { crs: 'EPSG:25832' });
    expect(rules.frame).toMatchObject({ kind: 'projected', epsg: 25832 });
  });
});

describe('the disk', () => {
  const files = [
    { name: 'a.las', points: 1_000_000 },
    { name: 'b.las', points: 1_000_000 },
  ];
  it('must have room for records and the output', () => {
    expect(() => assertDisk(files, 104_000_000)).not.toThrow();
    expect(() => assertDisk(files, 103_999_999)).toThrow(
      /^a\.las, b\.las: needs about .* of free disk space to be converted, and there is /,
    );
  });
});

describe.runIf(hasSampleFile('pointclouds/las/with_srs.las'))('the rules of public samples', () => {
  const sample = (name: string) => sampleFile(`pointclouds/${name}`);

  it('refuse a system that the coordinates are not in', async () => {
    await expect(rulesOf([sample('copc/lone-star.copc.laz')])).rejects.toThrow('nowhere on the Earth');
  });

  it('refuse files in different systems, naming two', async () => {
    await expect(rulesOf([sample('las/epsg_4326.las'), sample('las/with_srs.las')])).rejects.toThrow(
      'epsg_4326.las and with_srs.las: have different coordinate systems: WGS 84 (EPSG:4326)',
    );
  });

  it('refuse a file without a statement together with one that has it', async () => {
    await expect(rulesOf([sample('las/with_srs.las'), sample('las/1.2-with-color.las')])).rejects.toThrow(
      'and none that is stated',
    );
  });
});
