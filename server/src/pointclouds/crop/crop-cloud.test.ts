import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { llaFromEcef, enuFrame, RAD_PER_DEG, transformPoint } from '@overlook/shared/maths';
import { isInsideBox } from '@overlook/shared/maths/testing';
import type { ExportBox } from '@overlook/shared/schemas';
import type { FrameDescription, PointFrame } from '../frame.ts';
import { openFrame } from '../open-frame.ts';
import { type PointGrid, RECORD_BYTES } from '../record.ts';
import { type NodeColumns, packRecord } from '../store/node-columns.ts';
import { openPointStore, type PointStore } from '../store/open-store.ts';
import { makeStore } from '../testing/made-store.ts';
import { randomFrom, recordsAt } from '../testing/random-records.ts';
import { cropCloud, type CropOptions } from './crop-cloud.ts';
import { Thinning } from './thin-points.ts';

const UTM: FrameDescription = {
  kind: 'projected',
  name: 'UTM 32N',
  proj4: '+proj=utm +zone=32 +datum=WGS84 +units=m',
  epsg: 32632,
  wkt: null,
  metresPerUnit: 1,
  heights: 'orthometric',
};
const LOCAL: FrameDescription = {
  kind: 'local',
  name: 'Own axes',
  toEcef: [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 4_000_000, 700_000, 4_900_000, 1],
  metresPerUnit: 1,
};

interface Cloud {
  readonly folder: string;
  readonly store: PointStore;
  readonly frame: PointFrame;
  readonly grid: PointGrid;
  /** All records in the order of the store. */
  readonly records: Uint8Array;
  readonly sizeM: number;
}

const clouds: Cloud[] = [];

/** Ground with noise, walls, and points anywhere, over `sizeM` metres. */
async function makeCloud(description: FrameDescription, grid: PointGrid, sizeM: number, seed: number): Promise<Cloud> {
  const folder = await mkdtemp(join(tmpdir(), 'crop-'));
  const random = randomFrom(seed);
  const size = sizeM / grid.scale[0];
  const place = (point: number) => {
    const [a, b, c] = [random() * size, random() * size, random() * 0.1 * size];
    if (point % 3 === 0) return [a, b, 200 * random()];
    if (point % 3 === 1) return [size / 3 + 20 * random(), b, c];
    return [a, b, c];
  };
  await makeStore(folder, { records: recordsAt(8000, place, random), grid, frame: description, nodePoints: 120 });
  const store = await openPointStore(folder);
  const words = new Int32Array(8000 * 9);
  let to = 0;
  for (const node of store.nodes) {
    const columns = store.readNode(node);
    for (let point = 0; point < columns.count; point++) packRecord(columns, point, words, to++);
  }
  return { folder, store, frame: openFrame(description), grid, records: new Uint8Array(words.buffer), sizeM };
}

beforeAll(async () => {
  const utmGrid = { scale: [0.001, 0.001, 0.001], offset: [560_000, 5_320_000, 480] } as const;
  clouds.push(await makeCloud(UTM, utmGrid, 60, 1));
  clouds.push(await makeCloud(UTM, { ...utmGrid, scale: [0.01, 0.01, 0.01] }, 4000, 2));
  clouds.push(await makeCloud(LOCAL, { scale: [0.001, 0.001, 0.001], offset: [0, 0, 0] }, 30, 3));
});
afterAll(async () => {
  for (const { store, folder } of clouds) {
    store.close();
    await rm(folder, { recursive: true });
  }
});

const integersOf = ({ records }: Cloud, point: number): [number, number, number] => {
  const view = new DataView(records.buffer, records.byteOffset + point * RECORD_BYTES);
  return [view.getInt32(0, true), view.getInt32(4, true), view.getInt32(8, true)];
};

function ecefOf(cloud: Cloud, integers: readonly number[]): [number, number, number] {
  const ecef = new Float64Array(3);
  const { scale, offset } = cloud.grid;
  cloud.frame.toEcef(
    integers.map((value, axis) => value * scale[axis]! + offset[axis]!),
    ecef,
  );
  return [ecef[0]!, ecef[1]!, ecef[2]!];
}

/** The points in the box, one after another, by `isInsideBox` in the frame at its centre. */
function bruteForce(cloud: Cloud, box: ExportBox, voxelUnits: number | null): string[] {
  const { enuFromEcef } = enuFrame(llaFromEcef([box.centerX, box.centerY, box.centerZ]));
  const upright = {
    centerEnu: [0, 0, 0] as const,
    size: [box.sizeX, box.sizeY, box.sizeZ] as const,
    headingRad: box.degrees * RAD_PER_DEG,
  };
  const seen = new Set<string>();
  const found: string[] = [];
  for (let point = 0; point < cloud.records.length / RECORD_BYTES; point++) {
    const integers = integersOf(cloud, point);
    if (!isInsideBox(upright, transformPoint(enuFromEcef, ecefOf(cloud, integers)))) continue;
    const { minimum } = cloud.store.description;
    const voxel =
      voxelUnits === null
        ? `${point}`
        : integers.map((value, axis) => Math.floor((value - minimum[axis]!) / voxelUnits)).join();
    if (seen.has(voxel)) continue;
    seen.add(voxel);
    found.push(Buffer.from(cloud.records.subarray(point * RECORD_BYTES, (point + 1) * RECORD_BYTES)).toString('hex'));
  }
  return found;
}

async function crop(cloud: Cloud, box: ExportBox | null, density: number, options?: CropOptions): Promise<string[]> {
  const found: string[] = [];
  const sink = (records: Uint8Array, count: number) => {
    expect(records.length).toBe(count * RECORD_BYTES);
    for (let at = 0; at < records.length; at += RECORD_BYTES)
      found.push(Buffer.from(records.subarray(at, at + RECORD_BYTES)).toString('hex'));
  };
  expect(await cropCloud(cloud.store, cloud.frame, box, density, sink, options)).toBe(found.length);
  return found;
}

/** A box around a point of the cloud, of a share of its size. */
function boxAround(cloud: Cloud, point: number, shares: readonly number[], degrees: number): ExportBox {
  const [centerX, centerY, centerZ] = ecefOf(cloud, integersOf(cloud, point));
  const [sizeX, sizeY, sizeZ] = shares.map((share) => Math.max(0.05, cloud.sizeM * share ** 2)) as [
    number,
    number,
    number,
  ];
  return { centerX, centerY, centerZ, sizeX, sizeY, sizeZ, degrees };
}

const boxArbitrary = fc.record({
  cloud: fc.nat(2),
  point: fc.nat(7999),
  shares: fc.array(
    fc.integer({ min: 0, max: 140 }).map((percent) => percent / 100),
    { minLength: 3, maxLength: 3 },
  ),
  degrees: fc.integer({ min: 0, max: 3600 }).map((tenths) => tenths / 10),
});

describe('the points in a box', () => {
  it('are those that brute force finds, in the order of the store', async () => {
    await fc.assert(
      fc.asyncProperty(boxArbitrary, async ({ cloud: at, point, shares, degrees }) => {
        const cloud = clouds[at]!;
        const box = boxAround(cloud, point, shares, degrees);
        expect(await crop(cloud, box, cloud.grid.scale[0])).toEqual(bruteForce(cloud, box, null));
      }),
      { numRuns: 60 },
    );
  });

  it('are thinned to the points that brute force keeps, with little memory and with much', async () => {
    const voxels = fc.constantFrom(2.5, 40, 333, 2000);
    await fc.assert(
      fc.asyncProperty(boxArbitrary, voxels, async ({ cloud: at, point, shares, degrees }, units) => {
        const cloud = clouds[at]!;
        const box = boxAround(cloud, point, shares, degrees);
        const truth = bruteForce(cloud, box, units);
        const density = units * cloud.grid.scale[0];
        expect(await crop(cloud, box, density)).toEqual(truth);
        const little = await crop(cloud, box, density, { memoryBytes: 40_000 });
        expect(little.sort()).toEqual(truth.sort());
      }),
      { numRuns: 60 },
    );
  });

  it('are the same in adjacent boxes, except for voxels that a face cuts', async () => {
    const cloud = clouds[2]!;
    const [whole, part] = [boxAround(cloud, 5, [0.9, 0.9, 0.9], 0), boxAround(cloud, 5, [0.7, 0.7, 0.7], 0)];
    const all = await crop(cloud, whole, 0.1);
    const some = await crop(cloud, part, 0.1);
    const inner = boxAround(cloud, 5, [0.69, 0.69, 0.69], 0);
    const innerPoints = new Set(bruteForce(cloud, inner, null));
    const within = (points: readonly string[]) => points.filter((point) => innerPoints.has(point));
    expect(within(all).length).toBeGreaterThan(100);
    expect(within(some)).toEqual(within(all));
  });

  it('include those on its faces', async () => {
    const cloud = clouds[2]!;
    const [low, high] = [integersOf(cloud, 17), integersOf(cloud, 400)];
    // The cloud's z axis is ECEF's x axis: up at 0° longitude on the equator.
    const frame = openFrame({ ...LOCAL, toEcef: [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 6_378_137, 0, 0, 1] });
    const middle = low.map((value, axis) => ((value + high[axis]!) / 2) * 0.001);
    const span = low.map((value, axis) => Math.abs(value - high[axis]!) * 0.001);
    const box = {
      centerX: 6_378_137 + middle[2]!,
      centerY: 0,
      centerZ: 0,
      sizeX: 1000,
      sizeY: 1000,
      sizeZ: span[2]!,
      degrees: 0,
    };
    const found = await crop({ ...cloud, frame }, box, 0.001);
    const isBetween = (z: number) => z >= Math.min(low[2], high[2]) && z <= Math.max(low[2], high[2]);
    const truth = Array.from({ length: 8000 }, (_, point) => integersOf(cloud, point)).filter(([, , z]) =>
      isBetween(z),
    );
    expect(found.length).toBe(truth.length);
  });

  it('are all points of the cloud without a box', async () => {
    const cloud = clouds[1]!;
    expect(Buffer.from((await crop(cloud, null, 0.01)).join(''), 'hex').equals(cloud.records)).toBe(true);
  });

  it('are none outside the cloud, near or far, and no node is read', async () => {
    const [centerX, centerY, centerZ] = [-6_378_137, 10, 10];
    for (const cloud of clouds) {
      const away = { ...boxAround(cloud, 0, [1, 1, 1], 0), centerX, centerY, centerZ };
      const above = { ...boxAround(cloud, 0, [0.1, 0.1, 0.1], 0) };
      above.centerX += cloud.sizeM;
      for (const box of [away, above]) {
        let reads = 0;
        expect(await crop(cloud, box, 0.001, { onProgress: () => reads++ })).toEqual([]);
        expect(reads).toBe(0);
      }
    }
  });

  it('are read from few nodes where the box is small', async () => {
    const cloud = clouds[0]!;
    let read = 0;
    const onProgress: CropOptions['onProgress'] = ({ pointsRead }) => (read = pointsRead);
    await crop(cloud, boxAround(cloud, 3000, [0.1, 0.1, 0.1], 20), 0.001, { onProgress });
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(1000);
  });

  it('stop coming when the crop is aborted', async () => {
    const cloud = clouds[0]!;
    const aborter = new AbortController();
    const onProgress: CropOptions['onProgress'] = ({ pointsRead }) =>
      pointsRead > 500 && aborter.abort(new Error('enough'));
    await expect(crop(cloud, null, 0.001, { signal: aborter.signal, onProgress })).rejects.toThrow('enough');
  });
});

it('thinning keeps each point once where a later pass has less room than the first one had at the same node', () => {
  /** The points of each node: one in each of `count` bricks of 8 voxels along x. */
  const nodes = [
    [{ first: 8192, count: 2300 }],
    [
      { first: 0, count: 199 },
      { first: 13_000, count: 1 },
    ],
    [
      { first: 200, count: 2000 },
      { first: 5000, count: 400 },
    ],
  ].map((runs) => runs.flatMap(({ first, count }) => Array.from({ length: count }, (_, brick) => 8 * (first + brick))));
  // The table of the set has grown during the first pass, and keeps its size for the later ones.
  const rules = { corner: [0, 0, 0], sides: [1, 1, 1], memoryBytes: 203_300 } as const;
  const thinning = new Thinning(rules, [0, 0, 0], [8 * 16_383, 0, 0]);
  const kept: number[] = [];
  while (thinning.nextPass())
    for (const [node, xs] of nodes.entries()) {
      const zeros = new Int32Array(xs.length);
      const columns = { x: Int32Array.from(xs), y: zeros, z: zeros } as unknown as NodeColumns;
      for (const point of thinning.keep(node, columns, Uint32Array.from(xs.keys()))) kept.push(xs[point]!);
    }
  expect(kept.sort((a, b) => a - b)).toEqual(nodes.flat().sort((a, b) => a - b));
});
