import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { heightSurface } from '../index.ts';
import { geotiff, gridAround, gtx, type MadeGrid, METADATA, ntv2, put } from '../testing/made-grids.ts';
import { patchOfFile } from './open-grid.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-grid-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

const geoidAt = (name: string, bytes: Buffer, longitude: number, latitude: number): number | null => {
  const patch = patchOfFile(put(path.join(folder, name), bytes), 'geoid', [longitude, latitude], 'made');
  return patch && heightSurface(patch)(latitude, longitude);
};

/** A plane over 40 × 30 nodes of a tenth of a degree, so that tiles of 16 nodes meet in it. */
const PLANE: MadeGrid = {
  west: 8,
  south: 50,
  step: [0.1, 0.1],
  columns: 40,
  rows: 30,
  valueAt: (x, y) => [x + 10 * y],
};
const WITH_GAP: MadeGrid = { ...PLANE, valueAt: (x, y) => [x > 10 ? -9999 : x + 10 * y] };

/** All around the Earth, without a column twice. */
const AROUND: MadeGrid = {
  west: -180,
  south: -90,
  step: [10, 10],
  columns: 36,
  rows: 19,
  valueAt: (x) => [Math.abs(x)],
};
const OVER_ANTIMERIDIAN: MadeGrid = { ...PLANE, west: 178, valueAt: (x) => [x - 180] };

describe('heights of a grid', () => {
  it.each([
    ['a.gtx', gtx(PLANE)],
    ['tiled.tif', geotiff(PLANE, { metadata: METADATA.geoid })],
    ['strip.tif', geotiff(PLANE, { isTiled: false })],
    ['areas.tif', geotiff(PLANE, { isArea: true })],
    ['big.tif', geotiff(PLANE, { isBig: true })],
  ])('are between its nodes: %s', (name, bytes) => {
    for (const [x, y] of [
      [8, 50],
      [9.58, 51.43],
      [9.6, 51.31],
      [11.9, 52.9],
    ] as const)
      expect(geoidAt(name, bytes, x, y)).toBeCloseTo(x + 10 * y, 3);
    expect(geoidAt(name, bytes, 12, 51)).toBeNull();
    expect(geoidAt(name, bytes, 9, 49.9)).toBeNull();
  });

  it('are none where it has no value, and go on beside the last that it has', () => {
    const bytes = geotiff(WITH_GAP, { noData: -9999 });
    expect(geoidAt('gap.tif', bytes, 11, 51)).toBeNull();
    expect(geoidAt('gap.tif', bytes, 9.95, 51)).toBeCloseTo(519.95, 1);
    const noaa = gtx({ ...PLANE, valueAt: (x, y) => [x > 10 ? -88.8888 : x + y] });
    expect(geoidAt('gap.gtx', noaa, 11, 51)).toBeNull();
  });

  it.each([
    [AROUND, 175, 175],
    [AROUND, -175, 175],
    [AROUND, 535, 175],
    [AROUND, 355, 5],
    [OVER_ANTIMERIDIAN, 179.95, -0.05],
    [OVER_ANTIMERIDIAN, -179.95, 0.05],
  ])('are the same on each turn of longitudes', (made, longitude, height) => {
    expect(geoidAt('turn.gtx', gtx(made), longitude, 51)).toBeCloseTo(height, 4);
  });

  it('go on as EGM96 does beyond their surroundings, without a step', () => {
    const patch = patchOfFile(
      put(path.join(folder, 'a.gtx'), gtx(gridAround([8.682, 50.11], [47]))),
      'geoid',
      [8.682, 50.11],
      'made',
    )!;
    const surface = heightSurface(patch);
    const border = patch.westDeg + (patch.columns - 1) * patch.stepDeg[0];
    expect(surface(50.11, border + 1e-6)).toBeCloseTo(surface(50.11, border - 1e-6), 4);
    expect(Math.abs(surface(52.5, 13.4) - 40)).toBeLessThan(3);
  });

  it('are those of the finest grid in a file', () => {
    const fine = gridAround([8.5, 50.5], [1.5, 2]);
    const wide = { ...PLANE, valueAt: () => [7, 7] };
    const file = put(path.join(folder, 'two.gsb'), ntv2(wide, fine));
    expect(patchOfFile(file, 'datum', [8.5, 50.5], 'made')!.stepDeg[0]).toBeCloseTo(0.05, 9);
    expect(patchOfFile(file, 'datum', [9.5, 50.5], 'made')!.stepDeg[0]).toBeCloseTo(0.1, 9);
  });
});

/** Changes a number of a file. */
const changed = (bytes: Buffer, change: (bytes: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
};

describe('a file that is damaged is refused with its name, the place and the way on', () => {
  const tif = geotiff(PLANE, { metadata: METADATA.geoid });
  const gsb = ntv2(PLANE, PLANE);
  const directoryAt = tif.readUInt32LE(4);
  const valueOf = (tag: number) => {
    const count = tif.readUInt16LE(directoryAt);
    const entry = Array.from({ length: count }, (_, i) => directoryAt + 2 + i * 12).find(
      (at) => tif.readUInt16LE(at) === tag,
    )!;
    return entry + 8;
  };
  it.each<[string, Buffer, 'geoid' | 'datum', RegExp]>([
    [
      'cut.gtx',
      gtx(PLANE).subarray(0, 1000),
      'geoid',
      /its header: says 30 rows of 40 heights, but it ends at byte 1000/,
    ],
    ['short.gtx', Buffer.alloc(10), 'geoid', /ends at byte 10, but its header would take 40 bytes/],
    [
      'huge.gtx',
      changed(gtx(PLANE), (b) => b.writeInt32BE(2 ** 31 - 1, 32)),
      'geoid',
      /says 40 columns and 2147483647 rows/,
    ],
    ['steps.gtx', changed(gtx(PLANE), (b) => b.writeDoubleBE(NaN, 16)), 'geoid', /steps of 0\.1 and NaN degrees/],
    ['places.gtx', changed(gtx(PLANE), (b) => b.writeDoubleBE(500, 0)), 'geoid', /which are not on the Earth/],
    ['text.tif', Buffer.from('this is no picture at all'), 'geoid', /is no TIFF file/],
    ['cut.tif', tif.subarray(0, -50), 'geoid', /ends at byte \d+, but its tag would take/],
    ['wide.tif', changed(tif, (b) => b.writeUInt16LE(65_535, valueOf(256))), 'geoid', /65535 columns/],
    ['tiles.tif', changed(tif, (b) => b.writeUInt16LE(1, valueOf(322))), 'geoid', /needs 80 blocks, but names 6/],
    ['packed.tif', geotiff(PLANE, { compression: 5 }), 'geoid', /packed by method 5; only Deflate/],
    ['bomb.tif', changed(tif, (b) => b.writeUInt16LE(1, valueOf(323))), 'geoid', /needs 90 blocks/],
    [
      'circle.tif',
      changed(tif, (b) => b.writeUInt32LE(directoryAt, directoryAt + 2 + b.readUInt16LE(directoryAt) * 12)),
      'geoid',
      /in a circle/,
    ],
    ['broken.tif', changed(tif, (b) => b.fill(0xff, 8, 60)), 'geoid', /block \d+: cannot be unpacked/],
    [
      'horizontal.tif',
      geotiff(gridAround([9, 51], [1, 1]), { metadata: METADATA.datum }),
      'geoid',
      /has no heights of a geoid/,
    ],
    ['vertical.tif', tif, 'datum', /has no shifts of latitude and longitude/],
    ['count.gsb', changed(gsb, (b) => b.writeInt32LE(2 ** 30, 40)), 'datum', /says that it has 1073741824 grids/],
    [
      'nodes.gsb',
      changed(gsb, (b) => b.writeInt32LE(2 ** 30, 176 + 168)),
      'datum',
      /40 × 30 nodes, but says 1073741824/,
    ],
    ['cut.gsb', gsb.subarray(0, 5000), 'datum', /ends at byte 5000/],
    ['text.gsb', Buffer.alloc(4000, 'x'), 'datum', /is no NTv2 file/],
  ])('%s', (name, bytes, kind, reason) => {
    const open = () => patchOfFile(put(path.join(folder, name), bytes), kind, [9, 51], 'made');
    expect(open).toThrow(reason);
    expect(open).toThrow(
      new RegExp(
        `^${name.replace('.', '\\.')}, .* Take it again from where it is published, or take it out of the folder\\.$`,
      ),
    );
  });
});
