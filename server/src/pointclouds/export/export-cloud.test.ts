import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportFormat } from '@overlook/shared/config';
import { moveMatrix, noMove, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { ReadPoint } from '../formats-out/testing/read-points.ts';
import { readStrictE57 } from '../formats-out/testing/strict-e57.ts';
import { readStrictLas } from '../formats-out/testing/strict-las.ts';
import { readStrictPts } from '../formats-out/testing/strict-pts.ts';
import { WorkFailedError } from '../../process/limited-process.ts';
import { type CloudExport, exportCloud } from './export-cloud.ts';
import { exportInProcess } from './export-process.ts';
import { aBox, aStore, type AStore, type PlainPoint, pointsInBox } from './testing/a-store.ts';

/** A file that is always full. */
const FULL_DEVICE = '/dev/full';

const FORMATS = ['E57', 'PTS', 'LAS'] as const;
const READERS = { E57: readStrictE57, PTS: readStrictPts, LAS: readStrictLas };

let folder: string;
let store: AStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overlook-export-'));
  store = await aStore(join(folder, 'store'), 30_000);
});
afterAll(() => rm(folder, { recursive: true }));

const pathOf = (format: ExportFormat) => join(folder, `out.${format.toLowerCase()}`);
const work = (more: Partial<CloudExport> = {}): CloudExport => ({
  store: store.folder,
  moveEcef: null,
  box: aBox([9, 12, 7], 33),
  density: 0.001,
  coordinates: 'site',
  pointsMost: Infinity,
  title: 'Pump house',
  files: FORMATS.map((format) => ({ format, path: pathOf(format) })),
  ...more,
});

/** To a tenth of a millimetre, in one order. */
const inOrder = (points: readonly PlainPoint[]) =>
  points
    .map(([x, y, z, ...rest]) =>
      [x, y, z]
        .map((value) => Math.round(value * 1e4))
        .concat(rest)
        .join(' '),
    )
    .toSorted();

const plain =
  (format: ExportFormat) =>
  ({ x, y, z, intensity, red, green, blue }: ReadPoint): PlainPoint => {
    const shift = format === 'LAS' ? 8 : 0;
    return [x, y, z, intensity!, red! >> shift, green! >> shift, blue! >> shift];
  };

/** PTS has 12 bits of intensity. */
const asIn = (format: ExportFormat, points: readonly PlainPoint[]): PlainPoint[] =>
  points.map(([x, y, z, intensity, ...colors]) => [
    x,
    y,
    z,
    format === 'PTS' ? Math.floor(intensity / 16) - 2048 : intensity,
    ...colors,
  ]);

/** Coordinates of all points of the store on an axis, millimetres. */
const allOf = (axis: number): number[] =>
  pointsInBox(store, aBox([100, 100, 100]), 'site').map((point) => Math.round(point[axis]! * 1000));

describe('an export', () => {
  it.each(['site', 'ecef', 'EPSG:32632'] as const)(
    'has each point of the box once, in coordinates of the %s',
    async (coordinates) => {
      const { box } = work();
      const expected = pointsInBox(store, box, coordinates);
      expect(expected.length).toBeGreaterThan(1000);
      const seen: number[] = [];
      const { points, sizesBytes } = await exportCloud(work({ coordinates }), {
        onProgress: (done) => seen.push(done),
      });
      expect([points, seen.at(-1)]).toEqual([expected.length, expected.length]);
      for (const [i, format] of FORMATS.entries()) {
        const read = await READERS[format](pathOf(format));
        expect((await stat(pathOf(format))).size).toBe(sizesBytes[i]);
        // Other coordinates are rounded to 0.1 mm, and a place half-way may be rounded to either side.
        if (coordinates === 'site')
          expect(inOrder(read.points.map(plain(format)))).toEqual(inOrder(asIn(format, expected)));
        else expect(farthest(read.points.map(plain(format)), asIn(format, expected))).toBeLessThan(1e-4);
        if (format === 'PTS') continue;
        expect(read.wkt === null).toBe(coordinates === 'site');
        if (coordinates === 'EPSG:32632') expect(read.wkt).toMatch(/"EPSG","32632".*Ellipsoid/);
      }
    },
  );

  it('of a cloud that was moved by hand has its points where they lie now, in its own coordinates', async () => {
    const shiftM: Vec3 = [1, -2, 0.5];
    const { centerX, centerY, centerZ } = work().box;
    const pivotEcef: Vec3 = [centerX, centerY, centerZ];
    const move = moveMatrix({ ...noMove(pivotEcef), shiftM });
    const [x, y, z] = transformPoint(move, pivotEcef);
    const box = { ...work().box, centerX: x, centerY: y, centerZ: z };
    const unmoved = pointsInBox(store, work().box, 'site');
    const expected = unmoved.map(([east, north, up, ...rest]): PlainPoint => [
      east + shiftM[0],
      north + shiftM[1],
      up + shiftM[2],
      ...rest,
    ]);
    const { points } = await exportCloud(work({ box, moveEcef: Array.from(move) }));
    expect(points).toBe(expected.length);
    const { points: read } = await readStrictLas(pathOf('LAS'));
    expect(farthest(read.map(plain('LAS')), expected)).toBeLessThan(0.0011);
  });

  it('is thinned to its density, to the same points in each format', async () => {
    const { points } = await exportCloud(work({ density: 0.5 }));
    const inBox = pointsInBox(store, work().box, 'site');
    const all = new Set(inOrder(inBox));
    const [e57, las] = await Promise.all([readStrictE57(pathOf('E57')), readStrictLas(pathOf('LAS'))]);
    const kept = inOrder(e57.points.map(plain('E57')));
    expect([kept.length, kept.filter((point) => all.has(point)).length]).toEqual([points, points]);
    expect(inOrder(las.points.map(plain('LAS')))).toEqual(kept);
    // One point for each voxel of half a metre from the corner of the cloud.
    const corner = [0, 1, 2].map((axis) => Math.min(...allOf(axis)));
    const voxelOf = (point: PlainPoint) =>
      corner.map((least, axis) => Math.floor((Math.round(point[axis]! * 1000) - least) / 500)).join(' ');
    expect(points).toBe(new Set(inBox.map(voxelOf)).size);
  });

  it('without points makes no file', async () => {
    await rm(pathOf('E57'), { force: true });
    const box = { ...aBox([1, 1, 1]), centerX: 0 };
    expect(await exportCloud(work({ box }))).toEqual({ points: 0, sizesBytes: [] });
    expect((await readdir(folder)).filter((name) => name.startsWith('out.'))).toEqual([]);
  });

  it('stops at the limit of points without a file, and takes as many as the limit', async () => {
    const { length } = pointsInBox(store, work().box, 'site');
    expect(await exportInProcess(work({ pointsMost: length - 1 }), { memoryMb: 1024 })).toMatchObject({
      sizesBytes: [],
      isOverLimit: true,
    });
    expect((await readdir(folder)).filter((name) => name.startsWith('out.'))).toEqual([]);
    expect(await exportCloud(work({ pointsMost: length }))).toMatchObject({ points: length });
    for (const format of FORMATS) await rm(pathOf(format));
  });

  it('leaves no file when it is aborted or its store is damaged', async () => {
    await expect(exportCloud(work(), { signal: AbortSignal.abort() })).rejects.toThrow();
    const damaged = await aStore(join(folder, 'damaged'), 5000);
    const blobs = join(damaged.folder, 'points-1.bin');
    const bytes = await readFile(blobs);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(blobs, bytes);
    await expect(exportCloud(work({ store: damaged.folder }))).rejects.toThrow('points-1.bin');
    expect((await readdir(folder)).filter((name) => name.startsWith('out.'))).toEqual([]);
  });
});

describe('an export in a process of its own', () => {
  it.skipIf(!existsSync(FULL_DEVICE))('reports a full disk as such, and leaves no file', async () => {
    const target = join(folder, 'full');
    await mkdir(target);
    const onFull = join(target, 'out.pts');
    await symlink(FULL_DEVICE, onFull);
    const files = [
      { format: 'LAS', path: join(target, 'out.las') },
      { format: 'PTS', path: onFull },
    ] as const;
    const failing = exportInProcess(work({ files }), { memoryMb: 1024 });
    await expect(failing).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(target)).toEqual([]);
  });

  it('is the same file, with progress in points', async () => {
    const seen: number[] = [];
    const options = { memoryMb: 1024, onProgress: (done: number) => void seen.push(done) };
    const { points } = await exportInProcess(work(), options);
    expect(points).toBe(pointsInBox(store, work().box, 'site').length);
    expect(inOrder((await readStrictE57(pathOf('E57'))).points.map(plain('E57')))).toEqual(
      inOrder(pointsInBox(store, work().box, 'site')),
    );
    expect(seen.length).toBeGreaterThan(0);
  });

  it('reports the fault of a damaged store', async () => {
    const store = join(folder, 'damaged');
    const failing = exportInProcess(work({ store }), { memoryMb: 1024 });
    await expect(failing).rejects.toBeInstanceOf(WorkFailedError);
    await expect(failing).rejects.toThrow('points-1.bin');
  });
});

/** The largest distance between points of two lists, paired by their other fields, which are random; metres. */
function farthest(some: readonly PlainPoint[], others: readonly PlainPoint[]): number {
  const keyOf = ([, , , ...rest]: PlainPoint) => rest.join(' ');
  const byKey = new Map<string, PlainPoint[]>();
  for (const point of others) byKey.set(keyOf(point), [...(byKey.get(keyOf(point)) ?? []), point]);
  expect(some.length).toBe(others.length);
  return some.reduce((most, point) => {
    const apart = (byKey.get(keyOf(point)) ?? []).map((other) =>
      Math.hypot(point[0] - other[0], point[1] - other[1], point[2] - other[2]),
    );
    return Math.max(most, Math.min(Infinity, ...apart));
  }, 0);
}
