import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ecefFromLla, transformPoint, toMat4 } from '@overlook/shared/maths';
import { openFrame } from '../../../pointclouds/open-frame.ts';
import { RECORD_BYTES } from '../../../pointclouds/record.ts';
import { openProjection } from '../../../pointclouds/crs/index.ts';
import { khronosErrors } from '../../testing/khronos-errors.ts';
import { validateTileset } from '../../testing/strict/validate-tileset.ts';
import {
  decodedTiles,
  GRID,
  placesOf,
  spacingFaults,
  storedNodes,
  type TestBuild,
  withBuilt,
} from '../testing/built-cloud.ts';
import { UTM_32 } from '../testing/utm-32.ts';
import { writeMadeLas } from '../testing/made-las.ts';
import { buildCloud } from './build-cloud.ts';
import type { BuildProgress } from './build-progress.ts';

type Place = [number, number, number];
const SMALL = { chunkPoints: 300, leafPoints: 60, absorbedPoints: 15, nodePoints: 200 };

async function expectValid({ folder }: TestBuild): Promise<void> {
  const tiles = path.join(folder, 'tiles');
  expect((await validateTileset(tiles)).filter(({ severity }) => severity !== 'info')).toEqual([]);
  expect(await khronosErrors(tiles)).toEqual([]);
}

const tilePoints = async (built: TestBuild): Promise<number> =>
  (await decodedTiles(built)).reduce((sum, { positions }) => sum + positions.length / 3, 0);

describe('a hard point cloud', () => {
  it('of one point is one leaf', () =>
    withBuilt({ points: [[-2_147_483_648, 2_147_483_647, -5]] }, async (built) => {
      const [only, ...others] = await storedNodes(built);
      expect(others).toEqual([]);
      expect(only!.node).toMatchObject({ level: 0, cell: [0, 0, 0], points: 1, isLeaf: true, spacing: 0 });
      expect(placesOf(only!.records)).toEqual([[-2_147_483_648, 2_147_483_647, -5]]);
      expect(built.description).toMatchObject({
        points: 1,
        rootBits: 8,
        minimum: [-2_147_483_648, 2_147_483_488, -160],
      });
    }));

  it('with all points in one place stores them in several leaves', () =>
    withBuilt(
      { points: Array.from({ length: 1100 }, (): Place => [-5, 6, 7]), options: { sizes: SMALL } },
      async (built) => {
        const nodes = await storedNodes(built);
        expect(nodes.every(({ node }) => node.level <= 1 && node.points <= SMALL.nodePoints)).toBe(true);
        expect(nodes.reduce((sum, { node }) => sum + node.points, 0)).toBe(1100);
        expect(await tilePoints(built)).toBe(1100);
        await expectValid(built);
      },
    ));

  it('of two points 10 km apart shows both within 1 mm', () =>
    withBuilt(
      {
        points: [
          [-5_000_000, 12, 40_000],
          [5_000_000, -7, -300],
        ],
      },
      async (built) => {
        const frame = openFrame(UTM_32);
        const [first, second] = [new Float64Array(3), new Float64Array(3)];
        frame.toEcef([495_000, 5_000_000.012, 140], first);
        frame.toEcef([505_000, 4_999_999.993, 99.7], second);
        const { positions } = (await decodedTiles(built))[0]!;
        const shown = Math.hypot(...[0, 1, 2].map((axis) => positions[axis]! - positions[axis + 3]!));
        expect(Math.abs(shown - Math.hypot(...first.map((value, axis) => value - second[axis]!)))).toBeLessThan(0.001);
        await expectValid(built);
      },
    ));

  it.each([50_000, 200_000])('of points along %i m shows each within 1 mm', (lengthM) => {
    const points = Array.from({ length: 101 }, (_, i): Place => [
      Math.round((i / 100) * lengthM * 1000) - 3,
      Math.round(Math.sin(i) * 12_345_678),
      i * 777,
    ]);
    return withBuilt({ points }, async (built) => {
      const frame = openFrame(UTM_32);
      const truth = points.map(([x, y, z]) => {
        const ecef = new Float64Array(3);
        frame.toEcef([500_000 + x / 1000, 5_000_000 + y / 1000, 100 + z / 1000], ecef);
        return [...ecef] as Place;
      });
      const { root } = JSON.parse(await readFile(path.join(built.folder, 'tiles', 'tileset.json'), 'utf8')) as {
        root: { transform: number[] };
      };
      const tiles = await decodedTiles(built);
      const shown = tiles.flatMap(({ positions }) =>
        Array.from({ length: positions.length / 3 }, (_, i) =>
          transformPoint(toMat4(root.transform), [...positions.subarray(3 * i, 3 * i + 3)] as Place),
        ),
      );
      expect(shown).toHaveLength(points.length);
      const apart = (a: Place) => Math.min(...shown.map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])));
      expect(Math.max(...truth.map(apart))).toBeLessThan(0.001);
      await expectValid(built);
    });
  });

  it('over the whole range of 32-bit integers, with many points in small parts of it, stores each once', () => {
    const low = -2_147_483_648;
    const points = Array.from({ length: 1500 }, (_, i): Place => [low + (i % 40), low + ((i * 7) % 50), low + (i % 3)]);
    const high = 2_147_483_647;
    // More than a few, which would be left out.
    for (let i = 0; i < 40; i++) points.push([high - i, high, high]);
    return withBuilt({ points, options: { sizes: SMALL } }, async (built) => {
      expect(built.description.rootBits).toBe(32);
      const stored = (await storedNodes(built)).flatMap(({ records }) => placesOf(records));
      expect(stored.map((place) => place.join()).sort()).toEqual(points.map((place) => place.join()).sort());
      expect(await tilePoints(built)).toBe(1540);
    });
  });

  it('with a clump in one cell of the coarsest level keeps the spacing to the points beside it', () => {
    const points: Place[] = [
      [0, 1_000_000, 1_000_000],
      [1_000_000, 0, 1_000_000],
      [1_000_000, 1_000_000, 0],
      [1_048_575, 1_048_575, 1_048_575],
      ...Array.from({ length: 1500 }, (_, i): Place => [8152 + (i % 40), 100 + ((i * 7) % 41), 100 + (i % 37)]),
      ...Array.from({ length: 20 }, (_, i): Place => [8400 + (i % 10), 100 + i, 120]),
    ];
    return withBuilt({ points, options: { sizes: SMALL } }, async (built) => {
      const nodes = await storedNodes(built);
      expect(built.description.rootBits).toBe(21);
      expect(nodes.reduce((sum, { node }) => sum + node.points, 0)).toBe(points.length);
      expect(nodes.filter(({ node }) => node.spacing > 0).length).toBeGreaterThan(5);
      expect(spacingFaults(nodes)).toEqual([]);
    });
  });

  it('without points is refused by name, and leaves no files', async () => {
    await expect(withBuilt({ points: [] }, async () => {})).rejects.toThrow(/^cloud\.las: has no points/);
  });
});

describe('fields of a point cloud', () => {
  const points = Array.from({ length: 50 }, (_, i): Place => [i * 100, i, -i]);

  it('show colours of 8 bits unchanged, as linear light', () =>
    withBuilt(
      { points, fieldsAt: (_, point) => ([point.red, point.green, point.blue] = [255, 188, 0]) },
      async (built) => {
        expect(built.description.isColor8Bit).toBe(true);
        const [tile] = await decodedTiles(built);
        // 255 × (188 ÷ 255)^2.2
        expect(Array.from(tile!.attribute('COLOR_0')!).slice(0, 4)).toEqual([255, 130, 0, 255]);
      },
    ));

  it.each([
    [255, 8],
    [4000, 12],
    [65_535, 16],
  ])('say how many bits the greatest intensity needs: %i', (greatest, bits) =>
    withBuilt(
      { points, fieldsAt: (index, point) => (point.intensity = index === 7 ? greatest : 1) },
      async ({ description }) => expect(description.intensityBits).toBe(bits),
    ),
  );

  it('are omitted where no point has them', () =>
    withBuilt({ points }, async (built) => {
      expect(built.description.columns).toEqual(['xyz', 'returns']);
      const [tile] = await decodedTiles(built);
      for (const name of ['COLOR_0', '_INTENSITY', '_CLASSIFICATION', '_RETURN'])
        expect(tile!.attribute(name)).toBe(null);
    }));

  it('keep returns where pulses have several', () =>
    withBuilt(
      { points, fieldsAt: (i, point) => ([point.returnNumber, point.returns] = [1 + (i % 3), 3]) },
      async (built) => {
        const [tile] = await decodedTiles(built);
        expect(Array.from(tile!.attribute('_RETURN')!).slice(0, 4)).toEqual([1, 2, 3, 1]);
      },
    ));
});

describe('files of a point cloud', () => {
  async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(path.join(tmpdir(), 'overlook-build-'));
    try {
      await mkdir(path.join(folder, 'out'));
      await mkdir(path.join(folder, 'work'));
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const rules = { frame: UTM_32, grid: GRID, reprojectedFrom: null };

  it('are brought into one grid and counted one by one', () =>
    inFolder(async (folder) => {
      const files = ['a', 'b', 'c'].map((name) => ({ path: path.join(folder, `${name}.las`), name: `${name}.las` }));
      const at = (x: number) => (i: number, point: { x: number; y: number; z: number }) =>
        Object.assign(point, { x: x + i, y: 0, z: 0 });
      await writeMadeLas(files[0]!.path, { ...GRID, points: 3, pointAt: at(0) });
      await writeMadeLas(files[1]!.path, { ...GRID, points: 0 });
      await writeMadeLas(files[2]!.path, {
        scale: [0.01, 0.01, 0.01],
        offset: [500_000, 5_000_000, 99],
        points: 2,
        pointAt: at(7),
      });
      const out = path.join(folder, 'out');
      const built = await buildCloud({ files, rules, outFolder: out, workFolder: path.join(folder, 'work') });
      expect(built.description.sources).toEqual([
        { name: 'a.las', points: 3 },
        { name: 'b.las', points: 0 },
        { name: 'c.las', points: 2 },
      ]);
      const nodes = await storedNodes({ ...built, folder: out });
      expect(nodes.flatMap(({ records }) => placesOf(records))).toEqual([
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
        [70, 0, -1000],
        [80, 0, -1000],
      ]);
    }));

  it('are refused where there are 10 km between their points, for any order of the files', () =>
    inFolder(async (folder) => {
      const names = ['a.las', 'b.las'];
      const files = names.map((name) => ({ path: path.join(folder, name), name }));
      const options = { files, rules, outFolder: path.join(folder, 'out'), workFolder: path.join(folder, 'work') };
      const write = async (places: readonly [number, number][]) => {
        for (const [file, kilometres] of places.entries()) {
          const pointAt = (i: number, point: { x: number }) => Object.assign(point, { x: kilometres[i]! * 1e6 });
          await writeMadeLas(files[file]!.path, { ...GRID, points: 2, pointAt });
        }
      };
      await write([
        [0, 1],
        [13, 12],
      ]);
      await expect(buildCloud(options)).rejects.toThrow('a.las and b.las: are 11 km apart');
      expect(await readdir(options.outFolder)).toEqual([]);
      await write([
        [0, 5],
        [14, 16],
      ]);
      expect((await buildCloud(options)).description.points).toBe(4);
    }));

  it('in other coordinates are projected once, through the spool', () =>
    inFolder(async (folder) => {
      const utm = openProjection(UTM_32.proj4, 'ellipsoidal');
      const ecef = ecefFromLla(utm.toLla(500_012.345, 5_000_067.89, 123));
      const offset = ecef.map(Math.floor) as Place;
      const file = { path: path.join(folder, 'ecef.las'), name: 'ecef.las' };
      await writeMadeLas(file.path, {
        scale: [0.0001, 0.0001, 0.0001],
        offset,
        points: 2000,
        pointAt: (_, point) => {
          [point.x, point.y, point.z] = ecef.map((value, axis) => Math.round((value - offset[axis]!) * 1e4)) as Place;
        },
      });
      const out = path.join(folder, 'out');
      const built = await buildCloud({
        files: [file],
        rules: { ...rules, reprojectedFrom: { kind: 'geocentric', metresPerUnit: 1 } },
        outFolder: out,
        workFolder: path.join(folder, 'work'),
        sizes: SMALL,
      });
      const places = (await storedNodes({ ...built, folder: out })).flatMap(({ records }) => placesOf(records));
      expect(places.length).toBe(2000);
      expect(new Set(places.map((place) => place.join()))).toEqual(new Set(['12345,67890,23000']));
      expect(await readdir(path.join(folder, 'work'))).toEqual([]);
    }));

  it('leave nothing when the build is aborted in any step', () =>
    inFolder(async (folder) => {
      const file = { path: path.join(folder, 'cloud.las'), name: 'cloud.las' };
      await writeMadeLas(file.path, { ...GRID, points: 20_000 });
      for (const step of ['reading', 'counting', 'distributing', 'building'] as const) {
        const abort = new AbortController();
        const onProgress = (progress: BuildProgress) => {
          if (progress.step === step && progress.points > 0) abort.abort(new Error(`stop ${step}`));
        };
        const options = {
          files: [file],
          rules,
          outFolder: path.join(folder, 'out'),
          workFolder: path.join(folder, 'work'),
        };
        await expect(buildCloud({ ...options, onProgress, signal: abort.signal })).rejects.toThrow(`stop ${step}`);
        expect([...(await readdir(options.outFolder)), ...(await readdir(options.workFolder))]).toEqual([]);
      }
    }));

  it('report every point in every step', () => {
    const seen = new Map<string, number>();
    const onProgress = ({ step, points }: BuildProgress) => void seen.set(step, Math.max(points, seen.get(step) ?? 0));
    const points = Array.from({ length: 700 }, (_, i): Place => [i * 31, (i * i) % 977, i % 7]);
    return withBuilt({ points, options: { sizes: SMALL, onProgress } }, async () => {
      for (const step of ['reading', 'counting', 'distributing', 'building', 'writing'])
        expect(seen.get(step)).toBe(700);
    });
  });

  it('keep the order of the source inside each node', () =>
    withBuilt(
      {
        points: Array.from({ length: 900 }, (_, i): Place => [(i * 7919) % 1000, (i * 104_729) % 1000, 0]),
        fieldsAt: (i, point) => void (point.gpsTime = i),
        options: { sizes: SMALL },
      },
      async (built) => {
        for (const { node, records } of await storedNodes(built)) {
          const times = Array.from({ length: node.points }, (_, i) => records.readDoubleLE(i * RECORD_BYTES + 22));
          if (node.isLeaf) expect(times).toEqual([...times].sort((a, b) => a - b));
        }
      },
    ));
});
