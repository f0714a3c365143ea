import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WGS84 } from './geodesy.ts';
import { utmBand, utmFromLla, utmZone } from './utm.ts';

/** Longitude, latitude, zone, hemisphere, easting, northing: PROJ 9.5.1, `+proj=utm +ellps=WGS84` (its exact algorithm). */
const REFERENCE = [
  [138.4932, -35.0789, 54, 'S', 271445.188014, 6115332.649551],
  [-79.387139, 43.6425667, 17, 'N', 630084.301482, 4833438.552355],
  [0, 0, 31, 'N', 166021.443081, 0],
  [2.999999, 60.5, 31, 'N', 499999.945066, 6707097.168099],
  [-3, -79.9, 30, 'S', 500000, 1129575.677877],
  [179.999, -17.5, 60, 'S', 818484.649623, 8062623.043255],
  [-180, 12.25, 1, 'N', 173590.110405, 1356012.75969],
  [12, 83.9, 33, 'N', 464424.31981, 9317856.466148],
  [9, 45, 32, 'N', 500000, 4982950.400227],
  [151.2153, -33.8568, 56, 'S', 334900.569652, 6252288.752888],
  [5.3221, 60.3913, 31, 'N', 627970.850033, 6697245.734649],
  [15.6, 78.22, 33, 'N', 513674.064939, 8682991.984972],
] as const;

it.each(REFERENCE)('%d %d lies in %d%s at %d, %d', (longitude, latitude, zone, hemisphere, easting, northing) => {
  const utm = utmFromLla({ longitude, latitude, height: 7 });
  expect(utm).toMatchObject({ zone, hemisphere });
  expect(Math.abs(utm.easting - easting)).toBeLessThan(2e-6);
  expect(Math.abs(utm.northing - northing)).toBeLessThan(2e-6);
});

/** Metres along the meridian from the equator, by Simpson's rule over its radius of curvature. */
function meridianArc(latitudeRad: number): number {
  const e2 = WGS84.f * (2 - WGS84.f);
  const radius = (rad: number) => (WGS84.a * (1 - e2)) / (1 - e2 * Math.sin(rad) ** 2) ** 1.5;
  const step = latitudeRad / 2000;
  let sum = radius(0) + radius(latitudeRad);
  for (let i = 1; i < 2000; i++) sum += (i % 2 === 0 ? 2 : 4) * radius(i * step);
  return (sum * step) / 3;
}

it('keeps lengths on the central meridian, times its scale', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 83.9, noNaN: true }), (latitude) => {
      const { easting, northing } = utmFromLla({ longitude: 141, latitude, height: 0 });
      expect(easting).toBeCloseTo(500_000, 7);
      expect(northing).toBeCloseTo(0.9996 * meridianArc((latitude * Math.PI) / 180), 5);
    }),
    { numRuns: 50 },
  );
});

it('specification §9: floor((longitude + 180) / 6) mod 60 + 1', () => {
  for (const [longitude, zone] of [
    [-180, 1],
    [-174.0001, 1],
    [-174, 2],
    [0, 31],
    [179.9999, 60],
    [180, 1],
    [-186, 60],
    [366, 32],
  ] as const) {
    expect(utmZone(longitude)).toBe(zone);
  }
});

it.each([
  [-80, 'C'],
  [-80.1, null],
  [-35.08, 'H'],
  [-0.1, 'M'],
  [0, 'N'],
  [55.9, 'U'],
  [71.9, 'W'],
  [72, 'X'],
  [84, 'X'],
  [84.1, null],
  [Number.NaN, null],
])('latitude %d is in band %s', (latitude, band) => expect(utmBand(latitude)).toBe(band));

it('the poles have numbers, not NaN', () => {
  for (const latitude of [-90, 90]) {
    const { easting, northing } = utmFromLla({ longitude: 30, latitude, height: 0 });
    expect(easting).toBeCloseTo(500_000, 3);
    expect(northing).toBeCloseTo(latitude > 0 ? 9_997_964.943 : 2035.057, 2);
  }
});

it('points on both sides of a border come into one grid when it is given', () => {
  const west = utmFromLla({ longitude: 11.999, latitude: -0.001, height: 0 });
  const east = utmFromLla({ longitude: 12.001, latitude: 0.001, height: 0 }, west);
  expect(east).toMatchObject({ zone: west.zone, hemisphere: 'S' });
  // 0.002° of longitude, 3° off the central meridian, and 0.002° of latitude.
  expect(east.easting - west.easting).toBeCloseTo(222.8, 0);
  expect(east.northing - west.northing).toBeCloseTo(221.3, 0);
});
