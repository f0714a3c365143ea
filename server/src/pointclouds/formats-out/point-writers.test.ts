import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportFormat } from '@overlook/shared/config';
import { GPS_TIMES } from '@overlook/shared/point-files';
import { openFrame } from '../open-frame.ts';
import { type PointGrid, RECORD, RECORD_BYTES } from '../record.ts';
import { POINT_WRITERS } from './create-writer.ts';
import { createMovedRecords, ECEF_SYSTEM, gridAbout } from './moved-records.ts';
import type { PointFileFacts } from './point-writer.ts';
import { readStrictE57 } from './testing/strict-e57.ts';
import { readStrictLas } from './testing/strict-las.ts';
import { readStrictPts } from './testing/strict-pts.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overlook-formats-'));
});
afterAll(() => rm(folder, { recursive: true }));

const GRID: PointGrid = { scale: [0.001, 0.001, 0.001], offset: [500_000, 5_800_000, 30] };
const WKT = 'PROJCS["ETRS89 / UTM zone 32N <ä & \'x\'>",UNIT["metre",1]]';
const FACTS: PointFileFacts = {
  grid: GRID,
  coordinateSystem: { name: 'ETRS89 / UTM zone 32N (EPSG:25832)', wkt: WKT },
  fields: { color: true, intensity: true, returns: true },
  isColor8Bit: false,
  intensityBits: 16,
  gpsTimes: null,
  title: 'Pump house ]]> <b>&',
};

const fieldsArbitrary = fc.record({ color: fc.boolean(), intensity: fc.boolean(), returns: fc.boolean() });

/** Bytes of whole records; return numbers as a file may have them. */
const recordsArbitrary = fc.integer({ min: 0, max: 400 }).chain((count) =>
  fc.uint8Array({ minLength: count * RECORD_BYTES, maxLength: count * RECORD_BYTES }).map((bytes) => {
    for (let at = 14; at < bytes.length; at += RECORD_BYTES) bytes[at] = 0x10 | (1 + (bytes[at]! % 15));
    return bytes;
  }),
);

const pathOf = (format: ExportFormat) => join(folder, `points.${format.toLowerCase()}`);

/** Writes records in batches of these sizes, the rest in one. */
function write(format: ExportFormat, facts: PointFileFacts, records: Uint8Array, batches: readonly number[] = []) {
  const writer = POINT_WRITERS[format](pathOf(format), facts);
  let from = 0;
  const rest = () => records.length / RECORD_BYTES - from;
  for (const size of [...batches, Infinity]) {
    const count = Math.min(size, rest());
    writer.write(records.subarray(from * RECORD_BYTES, (from + count) * RECORD_BYTES), count);
    from += count;
  }
  return writer.finish();
}

/** What a file must say of each record, from the bytes. */
function truth(records: Uint8Array, { grid, fields, isColor8Bit }: PointFileFacts) {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  return Array.from({ length: records.length / RECORD_BYTES }, (_, i) => {
    const at = i * RECORD_BYTES;
    const place = (axis: number) => view.getInt32(at + 4 * axis, true) * grid.scale[axis]! + grid.offset[axis]!;
    const color = (channel: number) => view.getUint16(at + 30 + 2 * channel, true);
    const colors = (of: (stored: number) => number) => {
      const [red, green, blue] = [0, 1, 2].map((channel) => (fields.color ? of(color(channel)) : null));
      return { red: red!, green: green!, blue: blue! };
    };
    return {
      place: { x: place(0), y: place(1), z: place(2) },
      intensity: view.getUint16(at + 12, true),
      colors8: colors((stored) => (isColor8Bit ? stored : stored >> 8)),
      colors16: colors((stored) => (isColor8Bit ? stored * 256 : stored)),
      rest: {
        returnNumber: fields.returns ? view.getUint8(at + 14) & 15 : 1,
        returns: fields.returns ? view.getUint8(at + 14) >> 4 : 1,
        flags: view.getUint8(at + 15),
        classification: view.getUint8(at + 16),
        userData: view.getUint8(at + 17),
        scanAngle: view.getInt16(at + 18, true),
        sourceId: view.getUint16(at + 20, true),
        gpsTime: view.getFloat64(at + 22, true),
      },
    };
  });
}

const noColors = { red: null, green: null, blue: null };

/** The same records with colours of 8 bits. */
function with8BitColors(records: Uint8Array): Uint8Array {
  const copy = records.slice();
  for (let at = 0; at < copy.length; at += RECORD_BYTES) for (const high of [31, 33, 35]) copy[at + high] = 0;
  return copy;
}

describe('files of points, read back by strict readers', () => {
  const cases = fc.record({
    records: recordsArbitrary,
    fields: fieldsArbitrary,
    isColor8Bit: fc.boolean(),
    batches: fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 3 }),
    wkt: fc.constantFrom(WKT, null),
    gpsTimes: fc.constantFrom(...GPS_TIMES, null),
  });

  it('have every point of every record, in batches of any size', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ records, fields, isColor8Bit, batches, wkt, gpsTimes }) => {
        const facts = { ...FACTS, fields, isColor8Bit, gpsTimes, coordinateSystem: { ...FACTS.coordinateSystem, wkt } };
        const written = isColor8Bit ? with8BitColors(records) : records;
        const before = written.slice();
        const expected = truth(written, facts);
        for (const format of ['E57', 'LAS', 'PTS'] as const) {
          const { points, sizeBytes } = write(format, facts, written, batches);
          expect(points).toBe(expected.length);
          expect((await stat(pathOf(format))).size).toBe(sizeBytes);
        }
        expect(written).toEqual(before);
        const e57 = await readStrictE57(pathOf('E57'));
        expect([e57.wkt, e57.title]).toEqual([wkt, FACTS.title]);
        expect(e57.points).toEqual(
          expected.map(({ place, intensity, colors8 }) => ({
            ...place,
            intensity: fields.intensity ? intensity : null,
            ...(fields.color ? colors8 : noColors),
          })),
        );
        const las = await readStrictLas(pathOf('LAS'));
        expect([las.wkt, las.areTimesAdjusted]).toEqual([wkt, gpsTimes === 'adjusted']);
        expect(las.points).toEqual(
          expected.map(({ place, intensity, colors16, rest }) => ({
            ...place,
            intensity,
            ...(fields.color ? colors16 : noColors),
            ...rest,
          })),
        );
        const pts = await readStrictPts(pathOf('PTS'));
        expect(pts.points).toEqual(
          expected.map(({ place, intensity, colors8 }) => ({
            x: Number(place.x.toFixed(3)),
            y: Number(place.y.toFixed(3)),
            z: Number(place.z.toFixed(3)),
            intensity: fields.intensity ? Math.floor(intensity / 16) - 2048 : 0,
            ...(fields.color ? colors8 : noColors),
          })),
        );
      }),
      { numRuns: 30 },
    );
  });

  it.each(['E57', 'LAS', 'PTS'] as const)('%s: many packets, pages and buffers', async (format) => {
    const count = 70_000;
    const words = new Int32Array((count * RECORD_BYTES) / 4);
    for (let i = 0; i < words.length; i++) words[i] = Math.imul(i + 1, 2_654_435_761) ^ (i << 7);
    const records = new Uint8Array(words.buffer);
    for (let at = 14; at < records.length; at += RECORD_BYTES) records[at] = 0x11;
    write(format, FACTS, records, [1, 10_000, 3853]);
    const read = { E57: readStrictE57, LAS: readStrictLas, PTS: readStrictPts }[format];
    const { points } = await read(pathOf(format));
    const expected = truth(records, FACTS);
    expect(points).toHaveLength(count);
    const far = points.findIndex(({ x, y, z }, i) => {
      const { place } = expected[i]!;
      return Math.max(Math.abs(x - place.x), Math.abs(y - place.y), Math.abs(z - place.z)) > 1e-6;
    });
    expect(far).toBe(-1);
  });

  it.each([
    ['8 bits', 8, [0, 1, 127, 255], [-2048, -2032, -16, 2032]],
    ['12 bits', 12, [0, 1, 2048, 4095], [-2048, -2047, 0, 2047]],
    ['16 bits', 16, [0, 15, 16, 65_535], [-2048, -2048, -2047, 2047]],
  ])('PTS fills its range with intensities of %s', async (_, intensityBits, given, expected) => {
    const records = new Uint8Array(given.length * RECORD_BYTES);
    const view = new DataView(records.buffer);
    given.forEach((intensity, i) => view.setUint16(i * RECORD_BYTES + RECORD.intensity, intensity, true));
    write('PTS', { ...FACTS, intensityBits }, records);
    expect((await readStrictPts(pathOf('PTS'))).points.map(({ intensity }) => intensity)).toEqual(expected);
  });

  it('PTS has the decimals that its grid needs', async () => {
    const records = new Uint8Array(RECORD_BYTES);
    new DataView(records.buffer).setInt32(0, -7, true);
    const lineOf = async (scale: number, offset: number) => {
      write('PTS', { ...FACTS, grid: { scale: [scale, scale, scale], offset: [offset, 0, 0] } }, records);
      return (await readStrictPts(pathOf('PTS'))).points[0]!.x;
    };
    expect(await lineOf(0.001, 0)).toBe(-0.007);
    expect(await lineOf(0.01, 0.25)).toBe(0.18);
    expect(await lineOf(0.0025, 1)).toBe(0.9825);
    expect(await lineOf(1, 0)).toBe(-7);
    expect(await lineOf(0.000_1, -6_378_137)).toBe(-6_378_137.000_7);
    // A survey's own coordinates may need more than 32 bits.
    expect(await lineOf(0.01, 4_201_334_567)).toBe(4_201_334_566.93);
    expect(await lineOf(1, -999_999_999_999)).toBe(-1_000_000_000_006);
    // No decimals write a third exactly: a tenth of the step.
    expect(await lineOf(1 / 3, 0)).toBeCloseTo(-7 / 3, 2);
  });
});

describe('a writer that does not finish', () => {
  it.each(['E57', 'LAS', 'PTS'] as const)('%s leaves no file', async (format) => {
    const writer = POINT_WRITERS[format](pathOf(format), FACTS);
    writer.write(new Uint8Array(RECORD_BYTES).fill(1), 1);
    writer.discard();
    writer.discard();
    expect(await readdir(folder)).not.toContain(`points.${format.toLowerCase()}`);
  });
});

describe('records in ECEF', () => {
  it('are within 0.1 mm of where the frame has them', () => {
    const frame = openFrame({
      kind: 'projected',
      name: 'UTM 32N',
      proj4: '+proj=utm +zone=32 +ellps=GRS80 +units=m +no_defs',
      epsg: 25_832,
      wkt: null,
      metresPerUnit: 1,
      heights: 'ellipsoidal',
    });
    const [center, place] = [new Float64Array(3), new Float64Array(3)];
    frame.toEcef(GRID.offset as unknown as number[], center);
    const grid = gridAbout(center, 1);
    const records = new Uint8Array(1000 * RECORD_BYTES);
    const ints = new Int32Array(records.buffer);
    for (let i = 0; i < ints.length; i++) ints[i] = (Math.imul(i + 7, 2_654_435_761) % 1_000_000) | 0;
    const moved = new Int32Array(
      createMovedRecords((point) => frame.toEcef(point, point), GRID, grid)(records, 1000).slice().buffer,
    );
    for (let i = 0; i < 1000; i++) {
      frame.toEcef(
        [0, 1, 2].map((axis) => ints[9 * i + axis]! * GRID.scale[axis]! + GRID.offset[axis]!),
        place,
      );
      const apart = [0, 1, 2].map(
        (axis) => moved[9 * i + axis]! * grid.scale[axis]! + grid.offset[axis]! - place[axis]!,
      );
      expect(Math.hypot(...apart)).toBeLessThan(1e-4);
      expect([...moved.subarray(9 * i + 3, 9 * i + 9)]).toEqual([...ints.subarray(9 * i + 3, 9 * i + 9)]);
    }
    expect(ECEF_SYSTEM.wkt).toContain('AUTHORITY["EPSG","4978"]');
  });
});
