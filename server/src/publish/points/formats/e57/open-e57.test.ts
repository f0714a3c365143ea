import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORD, RECORD_BYTES } from '../../../../pointclouds/record.ts';
import { ImportRefusedError } from '../../../../errors/import-refused.ts';
import { survivesDamage } from '../../testing/damaged-files.ts';
import { doubleField, integerField, type MadeE57, madeE57, type MadeField, sealPages } from '../../testing/made-e57.ts';
import { coordinatesOf, fieldsOf, type ReadPoints, readSource } from '../../testing/read-source.ts';
import { openE57 } from './open-e57.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'e57-'))));
afterAll(() => rm(folder, { recursive: true }));

const put = async (bytes: Buffer): Promise<string> => {
  const file = path.join(folder, 'made.e57');
  await writeFile(file, bytes);
  return file;
};
const read = async (made: MadeE57) => readSource(openE57, await put(madeE57(made)));
const pointsOf = (points: ReadPoints, digits = 6) =>
  Array.from({ length: points.count }, (_, i) =>
    coordinatesOf(points, i).map((value) => Number(value.toFixed(digits))),
  );

/** Coordinates as integers of 1/1000, `bits` of them from −500 on. */
const scaledField = (name: string, values: readonly number[], more = ''): MadeField => ({
  name,
  attributes: `type="ScaledInteger" minimum="-500" maximum="1500" scale="0.001" ${more}`,
  stored: { bits: 11, least: -500n },
  values,
});
const XYZ = ['cartesianX', 'cartesianY', 'cartesianZ'] as const;
const cube = (values: readonly number[]): MadeField[] =>
  XYZ.map((name, i) =>
    doubleField(
      name,
      values.map((v) => v + i),
    ),
  );
const pose = (rotation: string, translation: string) =>
  `<pose type="Structure"><rotation type="Structure">${rotation}</rotation><translation type="Structure">${translation}</translation></pose>`;

describe('coordinates of E57', () => {
  it('keep their integers where no pose rotates them', async () => {
    const values = Array.from({ length: 700 }, (_, i) => ((i * 37) % 2001) - 500);
    const fields = [
      scaledField('cartesianX', values, 'offset="100"'),
      scaledField('cartesianY', values.toReversed()),
      integerField('rowIndex', 0, 699, Array.from(values.keys())),
      scaledField(
        'cartesianZ',
        values.map(() => 7),
      ),
    ];
    const moved = pose('<w type="Float">1</w>', '<x type="Float">2.0004</x>');
    const points = await read({ scans: [{ fields, xml: moved, packetBytes: 61 }] });
    expect(points.facts).toMatchObject({ format: 'e57', points: 700, parts: 1, warnings: [], crs: null });
    expect(points.facts.grid.scale).toEqual([0.001, 0.001, 0.001]);
    for (const [i, value] of values.entries()) {
      const at = i * RECORD_BYTES;
      expect(points.records.readInt32LE(at + RECORD.x)).toBe(value);
      expect(points.records.readInt32LE(at + RECORD.y)).toBe(values.at(-1 - i));
    }
    expect(pointsOf(points, 4)[0]).toEqual([101.5004, Number((values.at(-1)! / 1000).toFixed(4)), 0.007]);
  });

  it('of scans with one grid and ranges that fit it stay integers', async () => {
    const fine = (values: number[]) =>
      XYZ.map((name) => ({
        ...integerField(name, 3_000_000_000, 3_000_000_000 + 2 ** 20, values),
        attributes: `type="ScaledInteger" minimum="3000000000" maximum="${3_000_000_000 + 2 ** 20}" scale="0.000001"`,
      }));
    const points = await read({
      scans: [{ fields: fine([3_000_000_005]) }, { fields: fine([3_000_000_007]), xml: pose('', '<x>0.5</x>') }],
    });
    expect(points.facts.grid.scale).toEqual([0.000_001, 0.000_001, 0.000_001]);
    expect(pointsOf(points)).toEqual([
      [3000.000_005, 3000.000_005, 3000.000_005],
      [3000.500_007, 3000.000_007, 3000.000_007],
    ]);
  });

  it('are turned and moved by the pose of each scan', async () => {
    const quarter = `<w type="Float">${Math.SQRT1_2}</w><z type="Float">${Math.SQRT1_2}</z>`;
    const points = await read({
      scans: [
        { fields: cube([1]), xml: pose(quarter, '<x type="Float">10</x><z type="Float">-3</z>') },
        { fields: cube([0, 5]), xml: '<name type="String">plain</name>' },
      ],
    });
    expect(points.facts.parts).toBe(2);
    expect(pointsOf(points, 4)).toEqual([
      [8, 1, 0],
      [0, 1, 2],
      [5, 6, 7],
    ]);
  });

  it('are read from ranges and angles', async () => {
    const spherical = (range: number[], azimuth: number[], elevation: number[]) => [
      doubleField('sphericalRange', range),
      doubleField('sphericalAzimuth', azimuth),
      doubleField('sphericalElevation', elevation),
      integerField('sphericalInvalidState', 0, 2, [0, 2, 0]),
    ];
    const fields = spherical([2, 9, 2], [Math.PI / 2, 0, 0], [0, 0, Math.PI / 6]);
    const points = await read({ scans: [{ fields, xml: pose('', '<y type="Float">100</y>') }] });
    expect(pointsOf(points, 4)).toEqual([
      [0, 102, 0],
      [1.7321, 100, 1],
    ]);
  });

  it('that are large keep a tenth of a millimetre', async () => {
    const ecef = [4_201_234.567_89, 168_765.432_1, 4_780_123.456_7];
    const fields = XYZ.map((name, i) => doubleField(name, [ecef[i]!, ecef[i]! + 1000]));
    const points = await read({ scans: [{ fields }] });
    expect(points.facts.grid.offset).toEqual([4_201_234, 168_765, 4_780_123]);
    expect(pointsOf(points, 4)[1]).toEqual(ecef.map((value) => Number((value + 1000).toFixed(4))));
  });

  it('of 64 bits without a stated range are exact', async () => {
    const stored = { bits: 64, least: -(2n ** 63n) };
    const attributes = 'type="ScaledInteger" scale="0.001"';
    const values = [4_201_234_567_891n, 4_201_234_567_890n, 4_201_334_567_890n];
    const fields = XYZ.map((name) => ({ name, attributes, stored, values }));
    const points = await read({ scans: [{ fields }] });
    expect(points.facts.grid.scale[0]).toBe(0.001);
    expect(Array.from({ length: 3 }, (_, i) => points.records.readInt32LE(i * 36))).toEqual([0, -1, 99_999_999]);
    expect(coordinatesOf(points, 2)[0]).toBeCloseTo(4_201_334_567.89, 3);
  });

  it('that are invalid or not numbers are skipped', async () => {
    const fields = [...cube([1, NaN, 3, 4, Infinity]), integerField('cartesianInvalidState', 0, 2, [0, 0, 1, 0, 0])];
    const points = await read({ scans: [{ fields }] });
    expect(points.facts.points).toBe(5);
    expect(pointsOf(points, 3)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });
});

describe('other fields of E57', () => {
  const limits =
    (name: string, ...channels: string[]) =>
    (min: number, max: number) =>
      `<${name} type="Structure">${channels.map((of) => `<${of}Minimum type="Float">${min}</${of}Minimum><${of}Maximum type="Float">${max}</${of}Maximum>`).join('')}</${name}>`;
  const intensityLimits = limits('intensityLimits', 'intensity');
  const colorLimits = limits('colorLimits', 'colorRed', 'colorGreen', 'colorBlue');
  const colors = (most: number, values: number[]) =>
    ['colorRed', 'colorGreen', 'colorBlue'].map((name, i) =>
      integerField(
        name,
        0,
        most,
        values.map((v) => v + i),
      ),
    );
  const scan = (fields: MadeField[], xml = '') => ({
    fields: [...cube(fields[0]!.values.map(() => 0)), ...fields],
    xml,
  });

  it('fill 16 bits with intensities by their limits', async () => {
    const of = async (field: MadeField, xml = '') => {
      const points = await read({ scans: [scan([field], xml)] });
      return field.values.map((_, i) => fieldsOf(points, i).intensity);
    };
    expect(await of(doubleField('intensity', [0, 0.5, 1, 2, NaN]))).toEqual([0, 32_768, 65_535, 65_535, 0]);
    expect(await of(doubleField('intensity', [-10, 0, 10]), intensityLimits(-10, 10))).toEqual([0, 32_768, 65_535]);
    expect(await of(integerField('intensity', 0, 65_535, [0, 777, 65_535]))).toEqual([0, 777, 65_535]);
    expect(await of(integerField('intensity', 0, 255, [0, 1, 255]))).toEqual([0, 257, 65_535]);
    const scaled = { ...integerField('intensity', 0, 32_767, [32_767]), attributes: PUMP_INTENSITY };
    const scaledLimits = `<intensityLimits><intensityMinimum ${PUMP_INTENSITY}/><intensityMaximum ${PUMP_INTENSITY}>32767</intensityMaximum></intensityLimits>`;
    expect(await of(scaled, scaledLimits)).toEqual([65_535]);
  });
  const PUMP_INTENSITY = 'type="ScaledInteger" minimum="0" maximum="32767" scale="3.0518509475997192e-05"';

  it('keep colours of 8 bits in the low byte and those of 16 bits unchanged', async () => {
    const of = async (...scans: MadeE57['scans']) => {
      const points = await read({ scans });
      return Array.from({ length: points.count }, (_, i) => fieldsOf(points, i).color);
    };
    expect(await of(scan(colors(255, [10])))).toEqual([[10, 11, 12]]);
    // Limits that are those of this scan's values, not of the sensor, do not change the colours.
    expect(await of(scan(colors(255, [10]), colorLimits(8, 90)))).toEqual([[10, 11, 12]]);
    expect(await of(scan(colors(65_535, [1000])))).toEqual([[1000, 1001, 1002]]);
    expect(await of(scan(colors(4095, [4093])))).toEqual([[65_503, 65_519, 65_535]]);
    expect(await of(scan(colors(65_535, [1000])), scan(colors(255, [10])))).toEqual([
      [1000, 1001, 1002],
      [2570, 2827, 3084],
    ]);
    const shares = ['colorRed', 'colorGreen', 'colorBlue'].map((name) => doubleField(name, [1]));
    expect(await of(scan(shares, colorLimits(0, 1)))).toEqual([[255, 255, 255]]);
  });

  it('are 0 where the file marks them as invalid', async () => {
    const fields = [
      ...colors(255, [10, 20]),
      integerField('isColorInvalid', 0, 1, [1, 0]),
      integerField('intensity', 0, 65_535, [5, 6]),
      integerField('isIntensityInvalid', 0, 1, [0, 1]),
    ];
    const points = await read({ scans: [scan(fields)] });
    expect([0, 1].map((i) => [fieldsOf(points, i).intensity, fieldsOf(points, i).color[0]])).toEqual([
      [5, 0],
      [0, 20],
    ]);
  });

  it('that are not read are named', async () => {
    const fields = [
      integerField('rowIndex', 0, 9, [1]),
      doubleField('timeStamp', [1]),
      doubleField('nor:normalX', [1]),
    ];
    const { facts } = await read({ scans: [scan(fields)] });
    expect(facts.warnings).toEqual(['Fields of the points are not read: timeStamp, normalX.']);
  });

  it.each<[string, unknown, number]>([
    ['', null, 0],
    ['PROJCRS["made"]', { kind: 'wkt', wkt: 'PROJCRS["made"]' }, 0],
    ['EPSG:25832', { kind: 'epsg', horizontal: 25832, vertical: null }, 0],
    ['somewhere in the north', null, 1],
  ])('state the coordinate system: %s', async (metadata, crs, warnings) => {
    const xml = `<coordinateMetadata type="String"><![CDATA[${metadata}]]></coordinateMetadata>`;
    const { facts } = await read({ scans: [{ fields: cube([0]) }], xml });
    expect([facts.crs, facts.warnings.length]).toEqual([crs, warnings]);
  });
});

describe('damaged E57', () => {
  const refused = async (bytes: Buffer) => {
    const error: unknown = await readSource(openE57, await put(bytes), { name: 'bad.e57' }).catch((e: unknown) => e);
    if (!(error instanceof ImportRefusedError)) throw new Error(`It was not refused: ${String(error)}`);
    return error.message;
  };
  const good = (more: Partial<MadeE57['scans'][number]> = {}) =>
    madeE57({ scans: [{ fields: cube(Array.from({ length: 500 }, (_, i) => i)), ...more }] });
  /** Changes bytes and makes the checksums right again. */
  const changed = (change: (bytes: Buffer) => void, bytes = good()) => {
    change(bytes);
    sealPages(bytes);
    return bytes;
  };
  const text = (from: string, to: string) => (b: Buffer) => void b.write(to, b.indexOf(from), 'latin1');
  const [SECTION, INDEX_PACKET_BYTES] = [48, 32];
  const FIRST_DATA = SECTION + 32 + INDEX_PACKET_BYTES;

  it.each<[string, () => Buffer, string]>([
    ['is empty', () => Buffer.alloc(0), 'The file is cut off or damaged'],
    ['is something else', () => Buffer.alloc(2048, 65), 'It is no E57 file'],
    [
      'has one wrong byte',
      () => {
        const bytes = good();
        bytes[5000]! ^= 1;
        return bytes;
      },
      'page 4: Its checksum is wrong',
    ],
    ['is cut off', () => good().subarray(0, 4096), 'The file is cut off: it says that it has'],
    ['is of another version', () => changed((b) => void (b[8] = 2)), 'It is E57 2'],
    ['has other pages', () => changed((b) => void b.writeUInt32LE(4096, 40)), 'Its pages have 4096 bytes'],
    ['has its XML nowhere', () => changed((b) => void b.writeUInt32LE(1e9, 24)), 'It points to byte 1000000000'],
    ['has XML without an end', () => changed((b) => void b.writeUInt32LE(1e9, 32)), 'It claims 1000000000 bytes'],
    ['has XML that is none', () => changed(text('<data3D', 'data3D<')), 'XML: It is not well-formed XML'],
    [
      'claims billions of points',
      () => good({ records: 4_000_000_000 }),
      'It claims 4000000000 points, which do not fit',
    ],
    ['claims one point more', () => good({ records: 501 }), 'scan 1'],
    ['claims less than no points', () => good({ records: -1 }), 'It claims -1 points'],
    ['has no coordinates', () => changed(text('cartesianY', 'elsewhereY'), good()), 'no coordinates in three axes'],
    ['has fields of no type', () => changed(text('type="Float"', 'type="Blurb"')), 'has the type Blurb'],
    ['has a section that is none', () => changed((b) => void (b[SECTION] = 9)), 'not where the XML says'],
    [
      'has a section beyond its end',
      () => changed((b) => void b.writeUInt32LE(1e9, SECTION + 8)),
      'scan 1: The file is cut off',
    ],
    [
      'has points outside their section',
      () => changed((b) => void b.writeUInt32LE(48, SECTION + 16)),
      'outside the section',
    ],
    ['has an unknown packet', () => changed((b) => void (b[FIRST_DATA] = 7)), 'A packet has the unknown type 7'],
    [
      'has another number of fields',
      () => changed((b) => void b.writeUInt16LE(2, FIRST_DATA + 4)),
      'A packet has 2 fields where',
    ],
    [
      'has fields beyond their packet',
      () => changed((b) => void b.writeUInt16LE(60_000, FIRST_DATA + 6)),
      'reach beyond its end',
    ],
    [
      'has scans a world apart',
      () => madeE57({ scans: [{ fields: cube([0]) }, { fields: cube([300_000]) }] }),
      'scan 2: It has a point that is more than 214 km',
    ],
    ['has a pose that is none', () => good({ xml: pose('<w type="Float">one</w>', '') }), 'values that are no numbers'],
    [
      'has a scale of 0',
      () => {
        const attributes = 'type="ScaledInteger" minimum="0" maximum="1" scale="0"';
        return good({ fields: [{ ...integerField('cartesianX', 0, 1, [0]), attributes }] });
      },
      'has the scale 0',
    ],
  ])('is refused when it %s', async (_, bytes, sentence) => {
    const message = await refused(bytes());
    expect(message).toContain('bad.e57');
    expect(message).toContain(sentence);
  });

  it('without points is read', async () => {
    const points = await read({ scans: [] });
    expect([points.count, points.facts.points, points.facts.parts]).toEqual([0, 0, 0]);
  });

  it('is read or refused when any bytes are damaged and the checksums are right', async () => {
    const values = Array.from({ length: 150 }, (_, i) => i);
    const fields = [scaledField('cartesianX', values), scaledField('cartesianY', values), ...cube(values).slice(2)];
    const scans = [
      { fields: [...fields, integerField('colorRed', 0, 255, values)], packetBytes: 90, xml: pose('', '<x>4</x>') },
    ];
    const bytes = madeE57({ scans });
    await survivesDamage(openE57, path.join(folder, 'random.e57'), bytes, { runs: 600, repair: sealPages });
    await survivesDamage(openE57, path.join(folder, 'random.e57'), bytes, { runs: 100 });
  });

  it('stops when it is aborted', async () => {
    const source = await openE57(await put(good()), 'a.e57');
    await expect(source.read(0, 1, () => {}, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
    expect(await readFile(path.join(folder, 'made.e57'))).toHaveLength(good().length);
    await source.close();
  });
});
