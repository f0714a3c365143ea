import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORD } from '../../../../pointclouds/record.ts';
import { ImportRefusedError } from '../../../../errors/import-refused.ts';
import { hasSampleFile, sampleFile } from '../../../testing/sample-data.ts';
import { survivesDamage } from '../../testing/damaged-files.ts';
import { type MadeLas, writeMadeLas } from '../../testing/made-las.ts';
import { boundsOf, coordinatesOf, fieldsOf, readSource } from '../../testing/read-source.ts';
import { openLas } from './open-las.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'las-'))));
afterAll(() => rm(folder, { recursive: true }));

const make = async (made: MadeLas): Promise<string> => {
  const file = path.join(folder, 'made.las');
  await writeMadeLas(file, made);
  return file;
};
const round = (values: number[], digits: number) => values.map((value) => Number(value.toFixed(digits)));

describe('reading LAS of every point format', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('gives all fields of format %i', async (format) => {
    const isLegacy = format < 6;
    const file = await make({
      points: 3,
      format,
      scale: [0.01, 0.02, 0.05],
      offset: [1000, -2000, 7],
      extraBytes: format % 3,
      pointAt: (index, point) =>
        Object.assign(point, {
          x: -(2 ** 31) + index,
          y: 2 ** 31 - 1 - index,
          z: index,
          intensity: 65_535 - index,
          returnNumber: 2,
          returns: 5,
          classFlags: 0b101,
          isScannedForward: index === 1,
          isEdgeOfLine: index === 2,
          classification: 9 + index,
          userData: 250,
          scanAngle: isLegacy ? -90 + index : -30_000 + index,
          sourceId: 40_000,
          gpsTime: 123_456_789.123_456_7 + index,
          red: 1 + index,
          green: 40_000 + index,
          blue: 65_535 - index,
        }),
    });
    const points = await readSource(openLas, file);
    expect(points.count).toBe(3);
    expect(points.facts).toMatchObject({ format: 'las', points: 3, crs: null, isCheapToReread: true });
    const { color, gpsTime } = points.facts.fields;
    expect([color, gpsTime]).toEqual([[2, 3, 5, 7, 8, 10].includes(format), [0, 2].includes(format) ? null : 'week']);
    expect(round(coordinatesOf(points, 0), 6)).toEqual([
      1000 - 2 ** 31 / 100,
      Number((-2000 + (2 ** 31 - 1) * 0.02).toFixed(6)),
      7,
    ]);
    for (const index of [0, 1, 2])
      expect(fieldsOf(points, index)).toEqual({
        intensity: 65_535 - index,
        returns: 2 | (5 << 4),
        flags: 0b101 | (index === 1 ? 0x40 : 0) | (index === 2 ? 0x80 : 0),
        classification: 9 + index,
        userData: 250,
        scanAngle: isLegacy ? Math.round((-90 + index) / 0.006) : -30_000 + index,
        sourceId: 40_000,
        gpsTime: gpsTime ? 123_456_789.123_456_7 + index : 0,
        color: color ? [1 + index, 40_000 + index, 65_535 - index] : [0, 0, 0],
      });
  });

  it('names the data that it skips', async () => {
    const extra = Buffer.alloc(2 * 192);
    extra.write('Reflectance', 4);
    extra.write('Deviation', 192 + 4);
    const vlrs = [{ userId: 'LASF_Spec', recordId: 4, data: extra }];
    const { facts } = await readSource(openLas, await make({ points: 1, format: 10, extraBytes: 4, vlrs }));
    expect(facts.warnings).toEqual([
      'Extra bytes of each point are not read: Reflectance, Deviation.',
      'The near infrared of each point is not read.',
      'The waveforms are not read.',
    ]);
    const nameless = await readSource(openLas, await make({ points: 1, format: 6, extraBytes: 4 }));
    expect(nameless.facts.warnings).toEqual(['Extra bytes of each point are not read: 4 without a name.']);
  });

  it('reads parts independently, in file order, and stops when it is aborted', async () => {
    const file = await make({
      points: 2_100_000,
      format: 0,
      pointAt: (index, point) => void (point.x = index),
    });
    const source = await openLas(file, 'made.las');
    expect(source.facts.parts).toBe(3);
    const seen: number[] = [];
    const look = (records: Uint8Array, count: number) => {
      const view = Buffer.from(records.buffer, records.byteOffset, records.length);
      seen.push(view.readInt32LE(RECORD.x), view.readInt32LE((count - 1) * 36 + RECORD.x));
    };
    await source.read(2, 3, look);
    await source.read(0, 1, look);
    expect([seen[0], seen[1], seen[2], seen.at(-1)]).toEqual([2_000_000, 2_099_999, 0, 999_999]);
    for (let i = 2; i + 2 < seen.length; i += 2) expect(seen[i + 2]).toBe(seen[i + 1]! + 1);
    const stop = new AbortController();
    await expect(source.read(0, 3, () => stop.abort(new Error('stop')), stop.signal)).rejects.toThrow('stop');
    await source.close();
  });

  it.each([
    [1, false, 'week'],
    [1, true, 'week'],
    [2, false, 'week'],
    [2, true, 'adjusted'],
    [4, true, 'adjusted'],
  ] as const)('LAS 1.%i with the bit of adjusted times %s has times of the kind %s', async (minor, bit, kind) => {
    const file = await make({ points: 1, format: minor === 4 ? 7 : 1, versionMinor: minor, areTimesAdjusted: bit });
    expect((await readSource(openLas, file)).facts.fields.gpsTime).toBe(kind);
  });

  it('reads LAS 1.4 whose header has the count of points in the old field only', async () => {
    const file = await make({ points: 5, format: 3, versionMinor: 4 });
    const bytes = await readFile(file);
    bytes.writeBigUInt64LE(0n, 247);
    await writeFile(file, bytes);
    const { count, facts } = await readSource(openLas, file);
    expect([count, facts.points]).toEqual([5, 5]);
  });

  it('reads a file without points', async () => {
    const points = await readSource(openLas, await make({ points: 0 }));
    expect([points.count, points.facts.points, points.facts.parts]).toEqual([0, 0, 0]);
  });
});

describe('coordinate systems of LAS', () => {
  const keys = (...rows: number[][]) => {
    const data = Buffer.alloc(8 + rows.length * 8);
    [1, 1, 0, rows.length].forEach((value, i) => data.writeUInt16LE(value, i * 2));
    rows.flat().forEach((value, i) => data.writeUInt16LE(value, 8 + i * 2));
    return { userId: 'LASF_Projection', recordId: 34735, data };
  };
  const WKT = 'PROJCS["made"]';
  const wkt = { userId: 'LASF_Projection', recordId: 2112, data: Buffer.from(`${WKT}\0`) };
  const projected = [1024, 0, 1, 1];
  const crsOf = async (made: Partial<MadeLas>) => (await readSource(openLas, await make({ points: 1, ...made }))).facts;

  it('takes codes of a projection and of heights', async () => {
    const vlrs = [keys(projected, [3072, 0, 1, 25832], [4096, 0, 1, 7837])];
    expect((await crsOf({ vlrs })).crs).toEqual({ kind: 'epsg', horizontal: 25832, vertical: 7837 });
  });

  it('uses WKT where the header says so or the codes are missing', async () => {
    const both = [keys(projected, [3072, 0, 1, 25832]), wkt];
    expect((await crsOf({ format: 3, vlrs: both })).crs).toEqual({ kind: 'epsg', horizontal: 25832, vertical: null });
    expect((await crsOf({ vlrs: [both[0]!], wkt: WKT })).crs).toEqual({ kind: 'wkt', wkt: WKT });
    expect((await crsOf({ vlrs: [keys(projected, [3072, 0, 1, 32767]), wkt] })).crs).toEqual({ kind: 'wkt', wkt: WKT });
    expect((await crsOf({ vlrs: [wkt] })).crs).toEqual({ kind: 'wkt', wkt: WKT });
  });

  it('takes heights in a unit of their own', async () => {
    const { crs, warnings } = await crsOf({ vlrs: [keys(projected, [3072, 0, 1, 26910], [4099, 0, 1, 9003])] });
    expect([crs, warnings]).toEqual([
      { kind: 'epsg', horizontal: 26910, vertical: null, metresPerHeightUnit: 1200 / 3937 },
      [],
    ]);
  });

  it('warns of systems and of units that it cannot read', async () => {
    const own = await crsOf({ vlrs: [keys(projected, [3072, 0, 1, 32767])] });
    expect(own.crs).toBeNull();
    expect(own.warnings).toEqual([expect.stringContaining('coordinate system of its own')]);
    const fathoms = await crsOf({ vlrs: [keys([3072, 0, 1, 26910], [4099, 0, 1, 9014])] });
    expect(fathoms.warnings).toEqual([expect.stringContaining('EPSG:9014')]);
  });
});

describe('damaged LAS', () => {
  const refusal = async (change: (bytes: Buffer) => Buffer | void, made: Partial<MadeLas> = {}) => {
    const file = await make({ points: 100, ...made });
    const bytes = await readFile(file);
    await writeFile(file, change(bytes) ?? bytes);
    const error: unknown = await readSource(openLas, file, { name: 'bad.las' }).catch((thrown: unknown) => thrown);
    if (!(error instanceof ImportRefusedError)) throw new Error(`It was not refused: ${String(error)}`);
    return error.message;
  };

  it.each<[string, (bytes: Buffer) => Buffer | void, string]>([
    ['is empty', () => Buffer.alloc(0), 'The file is cut off or damaged'],
    ['is something else', (b) => void b.write('PDAL'), 'does not begin with “LASF”'],
    ['is of another version', (b) => void (b[25] = 9), 'It is LAS 1.9;'],
    ['has an unknown format', (b) => void (b[104] = 11), 'Point data record format 11 is unknown'],
    ['has records that are too short', (b) => void b.writeUInt16LE(35, 105), 'those of format 7 have at least 36'],
    ['has a scale that is no number', (b) => void b.writeDoubleLE(NaN, 139), 'The scale of Y is NaN'],
    ['has a scale of 0', (b) => void b.writeDoubleLE(0, 131), 'The scale of X is 0'],
    ['has an endless offset', (b) => void b.writeDoubleLE(-Infinity, 171), 'The offset of Z is -Infinity'],
    ['has coordinates beyond the earth', (b) => void b.writeDoubleLE(1e200, 155), 'nowhere on earth'],
    [
      'claims billions',
      (b) => void b.writeBigUInt64LE(9_000_000_000n, 247),
      'It claims 9000000000 points, but the file has 100: it is cut off',
    ],
    ['claims all there could be', (b) => void b.writeBigUInt64LE(2n ** 64n - 1n, 247), 'more points than any file'],
    ['is cut off', (b) => b.subarray(0, b.length - 1), 'claims 100 points, but the file has 99: it is cut off'],
    ['has points in its header', (b) => void b.writeUInt32LE(100, 96), 'inside the header'],
    ['has points behind its end', (b) => void b.writeUInt32LE(1e9, 96), 'The file is cut off'],
    ['has a header that is too short', (b) => void b.writeUInt16LE(227, 94), 'LAS 1.4 has 375'],
    ['claims too many records', (b) => void b.writeUInt32LE(4e9, 100), '4000000000 variable length records'],
    ['is compressed by it is not known what', (b) => void (b[104] = 0x87), 'the record that says how is missing'],
  ])('is refused when it %s', async (_, change, sentence) => {
    const message = await refusal(change);
    expect(message).toContain('bad.las, ');
    expect(message).toContain(sentence);
  });

  it.each<[string, (bytes: Buffer) => void, string]>([
    [
      'more records than there are',
      (b) => b.writeUInt32LE(2, 100),
      'The header states 2 variable length records, but there is room for only 1 before the points.',
    ],
    [
      'too long a record',
      (b) => b.writeUInt16LE(9999, 375 + 20),
      'The header states 1 variable length records, but there is room for none before the points.',
    ],
    [
      'records behind its end',
      (b) => b.writeUInt32LE(7, 243),
      'The header states 7 extended variable length records, but there is room for none before the end of the file.',
    ],
  ])('is read with a note when its header states %s', async (_, change, warning) => {
    const file = await make({ points: 100, wkt: 'PROJCS["made"]' });
    const bytes = await readFile(file);
    change(bytes);
    await writeFile(file, bytes);
    const { count, facts } = await readSource(openLas, file);
    expect([count, facts.warnings]).toEqual([100, [warning]]);
    expect(facts.crs).toEqual({ kind: 'wkt', wkt: 'PROJCS["made"]' });
  });

  it('is read or refused when any bytes are damaged', async () => {
    const file = await make({ points: 300, extraBytes: 3, wkt: 'PROJCS["made"]' });
    await survivesDamage(openLas, file, await readFile(file), { runs: 500 });
  });

  it('is refused when it becomes shorter while it is read', async () => {
    const file = await make({ points: 1000 });
    const source = await openLas(file, 'bad.las');
    await truncate(file, 500);
    await expect(source.read(0, 1, () => {})).rejects.toThrow('became shorter while it was read');
    await source.close();
  });
});

it.runIf(hasSampleFile('field')).each([
  ['10-las-vlr-count/a-claims-one-more.las', 1],
  ['10-las-vlr-count/c-last-length-too-long.las', 1],
  ['10-las-vlr-count/d-zero-filled-gap.las', 0],
])('LAS of other programs has its points: %s', async (name, notes) => {
  const { count, facts } = await readSource(openLas, sampleFile(`field/${name}`));
  expect([count, facts.warnings.length]).toEqual([400, notes]);
});

describe.runIf(hasSampleFile('pointclouds/las'))('reading LAS of others', () => {
  const read = (name: string) => readSource(openLas, sampleFile(`pointclouds/las/${name}`));

  it('gives the points of an airborne survey in feet', async () => {
    const points = await read('autzen_trim.las');
    expect(points.count).toBe(110_000);
    expect(round(coordinatesOf(points, 0), 2)).toEqual([637_177.98, 849_393.95, 411.19]);
    const { min, max } = boundsOf(points);
    expect(round(min, 2)).toEqual([636_001.76, 848_935.2, 406.26]);
    expect(round(max, 2)).toEqual([637_179.22, 849_497.9, 520.51]);
    expect(points.facts.fields).toMatchObject({ color: true, gpsTime: 'week' });
    expect(points.facts.crs).toMatchObject({ kind: 'wkt', wkt: expect.stringContaining('Lambert_Conformal_Conic') });
    expect(points.facts.warnings).toEqual([]);
  });

  it('gives a small coloured one', async () => {
    const points = await read('1.2-with-color.las');
    expect(points.count).toBe(1065);
    const { min, max } = boundsOf(points);
    expect(round(min, 2)).toEqual([635_619.85, 848_899.7, 406.59]);
    expect(round(max, 2)).toEqual([638_982.55, 853_535.43, 586.38]);
    expect(points.facts).toMatchObject({ crs: null, grid: { offset: [0, 0, 0] } });
  });

  it('gives degrees', async () => {
    const points = await read('epsg_4326.las');
    expect(points.count).toBe(5380);
    const { min, max } = boundsOf(points);
    expect(round([min[0]!, min[1]!, max[0]!, max[1]!], 6)).toEqual([-94.683465, 31.036734, -94.660631, 31.047329]);
    expect(points.facts).toMatchObject({
      crs: { kind: 'epsg', horizontal: 4326, vertical: null },
      fields: { color: false, gpsTime: null },
    });
  });

  it('gives a web map projection', async () => {
    const points = await read('with_srs.las');
    expect(points.count).toBe(1247);
    const { min, max } = boundsOf(points);
    expect(round([min[0]!, min[1]!, max[0]!, max[1]!], 2)).toEqual([
      -10_529_552.73, 3_668_772.11, -10_528_344.37, 3_669_989.97,
    ]);
    expect(points.facts.crs).toEqual({ kind: 'epsg', horizontal: 3857, vertical: null });
  });

  it('gives coordinates of the whole range and names extra bytes', async () => {
    const points = await read('pdrf6-1.4.las');
    expect(points.count).toBe(1024);
    expect(points.facts.warnings).toEqual([
      'Extra bytes of each point are not read: FIELD_0, FIELD_1, FIELD_2, FIELD_3.',
    ]);
    const { min, max } = boundsOf(points);
    expect(Math.min(...min)).toBeLessThan(-2e9);
    expect(Math.max(...max)).toBeGreaterThan(2e9);
  });
});
