import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createLazPerf } from 'laz-perf';
import { describe, expect, it } from 'vitest';
import { distance, llaFromEcef, enuFrame, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { LazPerf } from '@overlook/shared/point-files';
import { BlobFile } from './blob-file.ts';
import { byCells } from './cloud-place.ts';
import { type LocalCloud, readLocalCloud } from './local-cloud.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../../../../../../shared/data/pointclouds');
const VIEW = enuFrame({ longitude: 138.4932, latitude: -35.0789, height: 30 });

function read(bytes: Uint8Array, name: string): Promise<LocalCloud> {
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>]);
  return readLocalCloud(new BlobFile(blob, name), {
    ecefFromView: VIEW.ecefFromEnu,
    load: async () => (await createLazPerf()) as unknown as LazPerf,
    onProgress: () => undefined,
  });
}
const sample = (name: string) => read(readFileSync(path.join(SAMPLES, name)), name);

/** ECEF places of all points, in the order of the file. */
function places({ pieces }: LocalCloud): Vec3[] {
  return pieces.flatMap(({ primitive: { positions, matrix } }) =>
    Array.from({ length: positions.value.length / 3 }, (_, i) =>
      transformPoint(matrix, Array.from(positions.value.subarray(3 * i, 3 * i + 3)) as Vec3),
    ),
  );
}

/** LAS 1.2, format 0: points in metres of no system. */
function plainLas(points: readonly Vec3[]): Uint8Array {
  const bytes = Buffer.alloc(227 + 20 * points.length);
  bytes.write('LASF', 'latin1');
  bytes.set([1, 2], 24);
  bytes.writeUInt16LE(227, 94);
  bytes.writeUInt32LE(227, 96);
  bytes.writeUInt16LE(20, 105);
  bytes.writeUInt32LE(points.length, 107);
  for (let axis = 0; axis < 3; axis++) bytes.writeDoubleLE(0.001, 131 + 8 * axis);
  points.forEach((point, i) => {
    point.forEach((value, axis) => bytes.writeInt32LE(Math.round(value * 1000), 227 + 20 * i + 4 * axis));
    bytes.writeUInt16LE(100 + i, 227 + 20 * i + 12);
    bytes[227 + 20 * i + 14] = 1;
    bytes[227 + 20 * i + 15] = 6;
  });
  return bytes;
}

describe('a file without a position', () => {
  it('lies in the middle of the view, to the millimetre, with its scan values', async () => {
    const cloud = await read(
      plainLas([
        [0, 0, 5],
        [10, 0, 5],
        [10, 20, 9],
      ]),
      'plain.las',
    );
    expect(cloud).toMatchObject({ points: 3, ofPoints: 3, crsName: null, crsProblem: null });
    const enu = places(cloud).map((point) => transformPoint(VIEW.enuFromEcef, point));
    const wanted: Vec3[] = [
      [-5, -10, 0],
      [5, -10, 0],
      [5, 10, 4],
    ];
    enu.forEach((point, i) => expect(distance(point, wanted[i]!)).toBeLessThan(0.001));
    expect(cloud.pieces[0]!.primitive.scan).toMatchObject({ classCounts: [[6, 3]], returnCounts: [[1, 3]] });
  });
});

describe('a few points far from all others', () => {
  const field = Array.from({ length: 400 }, (_, i): Vec3 => [i % 20, Math.floor(i / 20), 100 + (i % 3)]);
  const enuOf = (cloud: LocalCloud) => places(cloud).map((point) => transformPoint(VIEW.enuFromEcef, point));

  it('are left out, so that the others are drawn to the millimetre', async () => {
    const cloud = await read(plainLas([...field, [-2_000_000, 0, 0]]), 'far.las');
    expect(cloud).toMatchObject({ points: 400, ofPoints: 401, leftOut: 1 });
    expect(distance(enuOf(cloud)[0]!, [-9.5, -9.5, 0])).toBeLessThan(0.001);
    expect(cloud.pieces[0]!.box[3]).toBeLessThan(20);
  });

  it('below the others are drawn and do not decide where these lie', async () => {
    const cloud = await read(plainLas([...field, [0, 0, 40]]), 'below.las');
    expect(cloud).toMatchObject({ points: 401, leftOut: 0 });
    expect(enuOf(cloud)[0]![2]).toBeCloseTo(0, 3);
    expect(enuOf(cloud)[400]![2]).toBeCloseTo(-60, 3);
  });
});

describe('files that cannot be shown', () => {
  it.each([
    [
      'cut off',
      plainLas([
        [0, 0, 0],
        [1, 1, 1],
      ]).subarray(0, 250),
      /^bad\.las, .*cut off/,
    ],
    ['no cloud', new TextEncoder().encode('x,y,z\n1,2,3\n'), /^bad\.las: It is no LAS, LAZ, COPC or E57 file/],
    ['E57 cut off', new TextEncoder().encode('ASTM-E57 and so on'), /^bad\.las, header: .*cut off/],
    ['empty', new Uint8Array(), /^bad\.las: It is no LAS/],
    ['without points', plainLas([]), /^bad\.las: It has no points/],
  ])('%s: the file and the reason are named', async (_, bytes, message) => {
    await expect(read(bytes, 'bad.las')).rejects.toThrow(message);
  });
});

it('an affine map for each cell is the projection to a millimetre', () => {
  const toEcef = (x: number, y: number, z: number) => {
    const bend = (x * x + y * y) / (2 * 6_378_137);
    return [x + 1e-8 * x * y, y, z - bend];
  };
  const move = byCells({ toEcef, cell: 100, name: '' });
  const out = new Float64Array(3);
  for (let i = 0; i < 2000; i++) {
    const point: Vec3 = [(i * 37.7) % 3000, (i * 91.3) % 3000, (i * 7.1) % 300];
    move(...point, out);
    expect(distance(Array.from(out) as Vec3, toEcef(...point) as Vec3)).toBeLessThan(0.001);
  }
});

describe.runIf(existsSync(SAMPLES))('sample clouds', () => {
  it('of LAS and LAZ are the same points, placed by the system that they state', async () => {
    const [las, laz] = [await sample('las/autzen_trim.las'), await sample('las/autzen_trim.laz')];
    expect(las.points).toBe(110_000);
    expect(laz.points).toBe(las.points);
    expect(las.crsName).not.toBeNull();
    const [a, b] = [places(las), places(laz)];
    for (let i = 0; i < a.length; i += 997) expect(distance(a[i]!, b[i]!)).toBeLessThan(1e-3);
    // Autzen Stadium, Eugene, Oregon.
    const { longitude, latitude } = llaFromEcef(a[0]!);
    expect(longitude).toBeCloseTo(-123.07, 1);
    expect(latitude).toBeCloseTo(44.05, 1);
  }, 60_000);

  it('of E57 are all valid points of all scans, in the middle of the view where no system is stated', async () => {
    const pump = await sample('e57/pumpAVisualReferenceImage.e57');
    expect(pump).toMatchObject({ points: 155_201, ofPoints: 155_201, crsName: null });
    // The bounds of the points as libE57Format reads them: 4.625 m by 4.508 m, 3.743 m high.
    const enu = places(pump).map((point) => transformPoint(VIEW.enuFromEcef, point));
    [4.625_366, 4.508_454, 3.742_706].forEach((side, axis) => {
      const values = enu.map((point) => point[axis]!).toSorted((a, b) => a - b);
      expect(values.at(-1)! - values[0]!).toBeCloseTo(side, 3);
    });
    const { colors, scan } = pump.pieces[0]!.primitive;
    expect([...colors!.value.subarray(0, 3)]).toEqual([51, 65, 49]);
    expect(scan).not.toBeNull();
    // Half of this scan is marked as invalid.
    expect(await sample('e57/tiny_spherical.e57')).toMatchObject({ points: 180, ofPoints: 180 });
    expect((await sample('e57/A_B.e57')).points).toBe(6);
    await expect(sample('e57/bad-crc.e57')).rejects.toThrow('page 0: Its checksum is wrong');
  }, 60_000);

  it('of COPC have each point once', async () => {
    const cloud = await sample('copc/ellipsoid.copc.laz');
    expect(cloud.points).toBe(100_000);
    expect(cloud.pieces).toHaveLength(1);
    expect(cloud.pieces[0]!.primitive.colors).toMatchObject({ size: 3, normalized: true });
  }, 60_000);
});
