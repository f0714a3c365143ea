import { describe, expect, it } from 'vitest';
import { type Vec3, distance, enuFrame, ecefFromLla, transformPoint } from '@overlook/shared/maths';
import { llaFromUtm } from '@overlook/shared/maths/testing';
import { lasSource, PlainBytes, type PointFile } from '@overlook/shared/point-files';
import { RECORD, RECORD_BYTES } from '@overlook/shared/points';
import { profileFile } from './export-points.ts';
import { csvBytes, profileCsv } from './profile-csv.ts';
import { drawingStep, dxfBytes, profileDxf } from './profile-dxf.ts';
import { profileFrame, profilePointEcef } from './profile-frame.ts';
import { lasBytes, profileLas } from './profile-las.ts';
import { summaryOf } from './profile-points.ts';

const SITE = enuFrame({ longitude: 138.4932, latitude: -35.0789, height: 30 });
const at = (point: Vec3): Vec3 => transformPoint(SITE.ecefFromEnu, point);
const frame = profileFrame({ aEcef: at([-30, 4, 2]), bEcef: at([25, -40, 3]) });
const POINTS: readonly Vec3[] = [
  [0.25, 0.5, 0],
  [12.125, -0.75, 8.5],
  [60, 0, -1.25],
];
const COLORS = [0xff0000ff, 0xff00ff00, 0xff204080];
const profile = {
  frame,
  halfThicknessMetres: 1,
  chunks: [
    {
      positions: Float32Array.from([...POINTS.flat(), 5, 1.5, 5]),
      colors: Uint32Array.of(...COLORS, 0xffffffff),
      classes: Uint8Array.of(2, 6, 1, 9),
    },
  ],
};
const summary = summaryOf(profile);
const TRUTH = POINTS.map((point) => profilePointEcef(frame, point));

/** Only the points within the thickness, in any file format. */
function expectTruth(found: readonly Vec3[], metres: number): void {
  expect(found).toHaveLength(POINTS.length);
  found.forEach((point, i) => expect(distance(point, TRUTH[i]!)).toBeLessThan(metres));
}

describe('CSV of a profile', () => {
  const rowsOf = (text: string) =>
    text
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(','));

  it('has the points in the section and on the earth, with colour and class', () => {
    const [head, ...rows] = rowsOf([...profileCsv(profile, 'wgs84')].join(''));
    expect(head).toEqual(
      'along_m,across_m,up_m,longitude,latitude,ellipsoidal_height_m,red,green,blue,class'.split(','),
    );
    expect(rows.map((row) => row.slice(0, 3).map(Number))).toEqual(POINTS);
    const places = rows.map((row) => row.slice(3, 6).map(Number));
    expectTruth(
      places.map(([longitude, latitude, height]) =>
        ecefFromLla({ longitude: longitude!, latitude: latitude!, height: height! }),
      ),
      0.001,
    );
    expect(rows.map((row) => row.slice(6).map(Number))).toEqual([
      [255, 0, 0, 2],
      [0, 255, 0, 6],
      [128, 64, 32, 1],
    ]);
  });

  it('has the points in UTM on request, and no columns that the cloud does not have', () => {
    const [part] = profile.chunks;
    const bare = { ...profile, chunks: [{ ...part!, colors: null, classes: null }] };
    const [head, ...rows] = rowsOf([...profileCsv(bare, 'utm')].join(''));
    expect(head!.slice(3)).toEqual(['utm_54s_easting_m', 'utm_54s_northing_m', 'ellipsoidal_height_m']);
    const places = rows.map((row) => row.slice(3).map(Number) as Vec3);
    expectTruth(
      places.map(([easting, northing, height]) =>
        ecefFromLla(llaFromUtm({ zone: 54, hemisphere: 'S', easting, northing }, height)),
      ),
      0.001,
    );
  });

  it('is about as large as estimated', () => {
    const text = [...profileCsv(profile, 'wgs84')].join('');
    expect(csvBytes(profile, 'wgs84', summary.count)).toBe(text.length);
  });
});

/** A file in memory, as readers of points take it. */
function fileOfBytes(bytes: Uint8Array): PointFile {
  const refusal = (place: string, reason: string) => new Error(`${place}: ${reason}`);
  const within = (at: number, length: number, what: string) => {
    if (at + length > bytes.length) throw refusal(what, 'The file ends before it.');
  };
  const read = async (at: number, length: number, what: string) => {
    within(at, length, what);
    return Object.assign(new PlainBytes(new ArrayBuffer(length)), bytes.subarray(at, at + length));
  };
  return {
    name: 'profile.las',
    sizeBytes: bytes.length,
    read,
    async into(buffer, at, length, what) {
      buffer.set(await read(at, length, what));
      return buffer.subarray(0, length);
    },
    allocate: (length) => new PlainBytes(new ArrayBuffer(length)),
    within,
    refusal,
    close: () => Promise.resolve(),
  };
}

describe('LAS of a profile', () => {
  it('has the points where its own head says, in the system that it states', async () => {
    const file = await profileFile(profileLas(profile, summary), 'application/vnd.las', new AbortController().signal);
    expect(file.size).toBe(lasBytes(profile, summary));
    const view = new DataView(await file.arrayBuffer());
    const pointsAt = view.getUint32(96, true);
    const stride = view.getUint16(105, true);
    expect(view.getUint8(104)).toBe(7);
    expect(Number(view.getBigUint64(247, true))).toBe(3);
    const axis = (from: number, k: number) => view.getFloat64(from + 8 * k, true);
    const [least, most] = [
      [Infinity, Infinity, Infinity],
      [-Infinity, -Infinity, -Infinity],
    ];
    const found = POINTS.map((_, i) => {
      const [easting, northing, height] = [0, 1, 2].map(
        (k) => view.getInt32(pointsAt + stride * i + 4 * k, true) * axis(131, k) + axis(155, k),
      );
      for (const [k, value] of [easting!, northing!, height!].entries()) {
        most[k] = Math.max(most[k]!, value);
        least[k] = Math.min(least[k]!, value);
      }
      return ecefFromLla(llaFromUtm({ zone: 54, hemisphere: 'S', easting: easting!, northing: northing! }, height));
    });
    expectTruth(found, 0.002);
    for (const k of [0, 1, 2]) {
      expect(view.getFloat64(179 + 16 * k, true)).toBe(most[k]);
      expect(view.getFloat64(187 + 16 * k, true)).toBe(least[k]);
    }
    const recordOf = (i: number) => [16, 30, 32, 34].map((byte) => pointsAt + stride * i + byte);
    const [classAt, red, green, blue] = recordOf(2);
    expect(view.getUint8(classAt!)).toBe(1);
    expect([red, green, blue].map((byte) => view.getUint16(byte!, true) >> 8)).toEqual([128, 64, 32]);
  });

  it('gives the same points in the reader of imports', async () => {
    const file = await profileFile(profileLas(profile, summary), 'application/vnd.las', new AbortController().signal);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { facts, read } = await lasSource(fileOfBytes(bytes), () => Promise.reject(new Error('It is compressed.')));
    expect(facts).toMatchObject({ format: 'las', points: 3, warnings: [], crs: { kind: 'wkt' } });
    expect(facts.crs?.kind === 'wkt' && facts.crs.wkt).toMatch(
      /^PROJCS\["WGS 84 \/ UTM zone 54S".*"EPSG","32754"\]\]$/,
    );
    expect(facts.fields).toMatchObject({ color: true, classification: true });
    const found: Vec3[] = [];
    await read(0, facts.parts, (records, count) => {
      const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
      for (let i = 0; i < count; i++) {
        const [easting, northing, height] = [RECORD.x, RECORD.y, RECORD.z].map(
          (field, k) => view.getInt32(i * RECORD_BYTES + field, true) * facts.grid.scale[k]! + facts.grid.offset[k]!,
        ) as Vec3;
        found.push(ecefFromLla(llaFromUtm({ zone: 54, hemisphere: 'S', easting, northing }, height)));
      }
    });
    expectTruth(found, 0.002);
  });
});

describe('DXF of a profile', () => {
  /** Pairs of group code and value. */
  const groupsOf = (text: string) => {
    const lines = text.trimEnd().split('\n');
    return Array.from({ length: lines.length / 2 }, (_, i) => [Number(lines[2 * i]), lines[2 * i + 1]!] as const);
  };
  const leg = { from: { along: 1, up: 2 }, to: { along: 4, up: 6 }, text: '5.00\u202Fm' };

  it('has the points, the line and the measurements, in millimetres of paper', () => {
    const text = [...profileDxf(profile, summary.count, [leg])].join('');
    const groups = groupsOf(text);
    expect(groups.at(-1)).toEqual([0, 'EOF']);
    const entities = groups.flatMap(([code, value], i) => (code === 0 ? [{ value, i }] : []));
    const values = (name: string) =>
      entities
        .filter(({ value }) => value === name)
        .map(({ i }) => Object.fromEntries(groups.slice(i + 1, i + 12).toReversed()) as Record<number, string>);
    // 1:100: a metre is 10 mm.
    expect(values('POINT').map((point) => [Number(point[10]), Number(point[20])])).toEqual(
      POINTS.map(([along, , up]) => [along * 10, up * 10]),
    );
    const [line, measured] = values('LINE');
    expect([line![8], Number(line![11])]).toEqual(['LINE', Number((frame.lengthMetres * 10).toFixed(3))]);
    expect([10, 20, 11, 21].map((code) => Number(measured![code]))).toEqual([10, 20, 40, 60]);
    expect(values('TEXT').map((letters) => letters[1])).toEqual([
      expect.stringMatching(/^A, \d+\.\d{3} m above the ellipsoid$/),
      'B',
      '5.00 m',
    ]);
  });

  it('omits points evenly where there would be too many, and is no larger than estimated', () => {
    expect([drawingStep(10), drawingStep(250_000), drawingStep(250_001), drawingStep(2_000_000)]).toEqual([1, 1, 2, 8]);
    const text = [...profileDxf(profile, 500_000, [])].join('');
    expect(text.match(/\nPOINT\n/g)).toHaveLength(2);
    expect(dxfBytes(2_000_000)).toBeLessThan(14e6);
  });
});

it('a cancelled file is not made', async () => {
  const abort = new AbortController();
  abort.abort(new Error('enough'));
  await expect(profileFile(profileCsv(profile, 'utm'), 'text/csv', abort.signal)).rejects.toThrow('enough');
});
