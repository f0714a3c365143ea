import { describe, expect, it } from 'vitest';
import { type Lla } from '@overlook/shared/maths';
import { crsOfEpsg, type CrsOptions, openProjection, resolveCrs, withEllipsoidalHeights } from './index.ts';

const degreesOf = (crs: string, x: number, y: number): Lla =>
  openProjection(resolveCrs(null, { crs })!.proj4, 'orthometric').toLla(x, y, 0);

/** Metres between two places, near enough for 100 m. */
function metresApart(a: Lla, [longitude, latitude]: readonly [number, number]): number {
  const east = (a.longitude - longitude) * 111_320 * Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(east, (a.latitude - latitude) * 110_900);
}

describe('coordinate systems by code', () => {
  // Published pairs: Lantmäteriet's SWEREF 99 test point, swisstopo's Bern, the origin of RD, OSTN15's point TP01; otherwise
  // origins of the projections, and the closed formula of spherical Mercator.
  it.each([
    ['EPSG:3006', 356_083.438, 6_097_106.672, [12.75, 55], 0.01],
    ['EPSG:2056', 2_600_000, 1_200_000, [7.438632495, 46.951082877], 0.02],
    ['EPSG:21781', 600_000, 200_000, [7.438632495, 46.951082877], 0.02],
    ['EPSG:28992', 155_000, 463_000, [5.387203657, 52.155172897], 0.5],
    ['EPSG:27700', 91_492.146, 11_318.804, [-6.29977752, 49.92226394], 5],
    ['EPSG:2154', 700_000, 6_600_000, [3, 46.5], 0.001],
    ['EPSG:3946', 1_700_000, 5_200_000, [3, 46], 0.001],
    ['EPSG:32755', 500_000, 10_000_000, [147, 0], 0.001],
    ['EPSG:7855', 500_000, 10_000_000, [147, 0], 0.001],
    ['EPSG:31983', 500_000, 10_000_000, [-45, 0], 0.001],
    ['EPSG:6339', 500_000, 0, [-123, 0], 0.001],
    ['EPSG:2193', 1_600_000, 10_000_000, [173, 0], 0.001],
    ['EPSG:5179', 1_000_000, 2_000_000, [127.5, 38], 0.001],
    ['EPSG:6677', 0, 0, [139 + 5 / 6, 36], 0.001],
    ['EPSG:4547', 500_000, 0, [114, 0], 0.001],
    ['EPSG:3857', -10_529_552.73, 3_668_772.11, [-94.588581523, 31.276975061], 1],
  ] as const)('%s has a published point where it is', (crs, x, y, place, toleranceM) => {
    expect(metresApart(degreesOf(crs, x, y), place)).toBeLessThan(toleranceM);
  });

  const esri = (unit: string, easting: number) =>
    `PROJCS["DHDN_3_Degree_Gauss_Zone_3",GEOGCS["GCS_Deutsches_Hauptdreiecksnetz",DATUM["D_Deutsches_Hauptdreiecksnetz",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",${easting}],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],${unit}]`;

  it('are found by the name that ESRI writes without a code, where unit and origin are theirs', () => {
    const wkt = esri('UNIT["Meter",1.0]', 3_500_000);
    expect(resolveCrs({ kind: 'wkt', wkt }, {})).toMatchObject({ epsg: 31_467, wkt });
    for (const other of [esri('UNIT["Meter",1.0]', 500_000), esri('UNIT["Foot",0.3048]', 3_500_000)])
      expect(() => resolveCrs({ kind: 'wkt', wkt: other }, {})).toThrow();
  });

  it('write WKT with the same meaning', () => {
    for (const epsg of [25832, 32756, 27700, 28992, 2154, 31467, 2056, 21781, 31370, 3301, 31254, 3013, 5186, 2180]) {
      const known = crsOfEpsg(epsg)!;
      const { proj4, wkt } = resolveCrs(null, { crs: `EPSG:${epsg}` })!;
      if (known.kind !== 'projected') throw new Error(`EPSG:${epsg} is not projected.`);
      const { falseEastingM, falseNorthingM } = known.projection;
      const at = [falseEastingM + 12_345, falseNorthingM + (epsg === 32756 ? -3_750_000 : 54_321)] as const;
      const [a, b] = [proj4, wkt!].map((text) => openProjection(text, 'orthometric').toLla(...at, 0));
      // WKT has no Swiss projection of its own; Hotine's, which it is written as, differs by centimetres.
      const toleranceM = known.projection.method === 'somerc' ? 0.15 : 0.001;
      expect(metresApart(a!, [b!.longitude, b!.latitude]), `EPSG:${epsg}`).toBeLessThan(toleranceM);
    }
  });

  it('have names and heights', () => {
    expect(resolveCrs(null, { crs: 'EPSG:25832+7837' })).toMatchObject({
      name: 'ETRS89 / UTM zone 32N (EPSG:25832)',
      kind: 'projected',
      heights: 'orthometric',
      areHeightsAssumed: false,
      metresPerUnit: 1,
      accuracyM: null,
    });
    expect(resolveCrs(null, { crs: 'epsg:25832' })).toMatchObject({ heights: 'orthometric', areHeightsAssumed: true });
    expect(resolveCrs(null, { crs: 'EPSG:25832', altitudes: 'ellipsoidal' })).toMatchObject({
      heights: 'ellipsoidal',
      areHeightsAssumed: false,
    });
    expect(resolveCrs(null, { crs: 'EPSG:4979' })).toMatchObject({ kind: 'geographic', heights: 'ellipsoidal' });
    expect(resolveCrs({ kind: 'epsg', horizontal: 32632, vertical: 5030 }, {})!.heights).toBe('ellipsoidal');
    expect(resolveCrs({ kind: 'epsg', horizontal: 26910, vertical: 6360 }, {})!.metresPerHeightUnit).toBe(1200 / 3937);
    const inFeet = { kind: 'epsg', horizontal: 26910, vertical: 5703, metresPerHeightUnit: 0.3048 } as const;
    expect(resolveCrs(inFeet, {})!.metresPerHeightUnit).toBe(0.3048);
    expect(resolveCrs({ kind: 'epsg', horizontal: 7415, vertical: null }, {})!.epsg).toBe(28992);
    expect(resolveCrs(null, { crs: 'EPSG:27700' })!.accuracyM).toBe(3);
  });

  it('are null where none is stated', () => {
    expect(resolveCrs(null, {})).toBeNull();
  });

  it.each<[CrsOptions, string]>([
    [{ crs: 'EPSG:99999' }, 'EPSG:99999 is not a coordinate system that is known here.'],
    [{ crs: 'UTM 32' }, '“UTM 32” is neither EPSG:n nor a proj4 string'],
    [{ crs: '+proj=mystery' }, 'cannot be read by proj4'],
    [{ crs: '+proj=tmerc +lat_0=0 +lon_0=9 +ellps=bessel' }, 'does not say how its datum is tied to WGS84'],
    [{ crs: '+proj=utm +zone=10 +ellps=clrk66 +nadgrids=conus' }, 'needs a file of datum shifts'],
  ])('that are not known are refused: %j', (options, reason) => {
    expect(() => resolveCrs(null, options)).toThrow(reason);
  });
});

const AUTZEN =
  'PROJCS["NAD_1983_HARN_Lambert_Conformal_Conic",GEOGCS["GCS_North_American_1983_HARN",DATUM["NAD83_High_Accuracy_Regional_Network",SPHEROID["GRS_1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic_2SP"],PARAMETER["standard_parallel_1",43],PARAMETER["standard_parallel_2",45.5],PARAMETER["latitude_of_origin",41.75],PARAMETER["central_meridian",-120.5],PARAMETER["false_easting",1312335.958005249],PARAMETER["false_northing",0],UNIT["foot",0.3048,AUTHORITY["EPSG","9002"]]]';
const ofWkt = (wkt: string) => resolveCrs({ kind: 'wkt', wkt }, {})!;

describe('coordinate systems by WKT', () => {
  it('are read by proj4 where they have no code: feet of Oregon', () => {
    const crs = ofWkt(AUTZEN);
    expect(crs).toMatchObject({ kind: 'projected', epsg: null, wkt: AUTZEN, heights: 'orthometric' });
    expect(crs.metresPerUnit).toBeCloseTo(0.3048, 9);
    expect(crs.metresPerHeightUnit).toBeCloseTo(0.3048, 9);
    // Autzen stadium in Eugene.
    const place = openProjection(crs.proj4, 'orthometric').toLla(636_700, 849_100, 0);
    expect(metresApart(place, [-123.0685, 44.0583])).toBeLessThan(1500);
  });

  it('have heights of their own in compound systems', () => {
    const plan = resolveCrs(null, { crs: 'EPSG:25832' })!.wkt;
    const compound = (vertical: string) => `COMPD_CS["both",${plan},${vertical}]`;
    const sea =
      'VERT_CS["NAVD88 height (ftUS)",VERT_DATUM["North American Vertical Datum 1988",2005],UNIT["US survey foot",0.304800609601219],AXIS["Up",UP]]';
    expect(ofWkt(compound(sea))).toMatchObject({ epsg: 25832, heights: 'orthometric', areHeightsAssumed: false });
    expect(ofWkt(compound(sea)).metresPerHeightUnit).toBeCloseTo(1200 / 3937, 9);
    const ellipsoid = 'VERT_CS["Ellipsoid",VERT_DATUM["Ellipsoid",2002],UNIT["metre",1]]';
    expect(ofWkt(compound(ellipsoid))).toMatchObject({ heights: 'ellipsoidal', areHeightsAssumed: false });
  });

  it('state ellipsoidal heights of a plan, in its unit', () => {
    const made = withEllipsoidalHeights(AUTZEN);
    expect(ofWkt(made)).toMatchObject({ heights: 'ellipsoidal', areHeightsAssumed: false });
    expect(ofWkt(made).metresPerHeightUnit).toBeCloseTo(0.3048, 9);
    expect(withEllipsoidalHeights(made)).toBe(made);
    const above = `COMPD_CS["both",${AUTZEN},VERT_CS["NAVD88",VERT_DATUM["NAVD88",2005],UNIT["metre",1]]]`;
    expect(withEllipsoidalHeights(above)).toBe(made);
  });

  it('may be WKT 2', () => {
    const wkt = `PROJCRS["local Mercator",BASEGEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]]],CONVERSION["own",METHOD["Transverse Mercator",ID["EPSG",9807]],PARAMETER["Latitude of natural origin",0,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Longitude of natural origin",9,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Scale factor at natural origin",0.9996,SCALEUNIT["unity",1]],PARAMETER["False easting",500000,LENGTHUNIT["metre",1]],PARAMETER["False northing",0,LENGTHUNIT["metre",1]]],CS[Cartesian,2],AXIS["(E)",east,ORDER[1],LENGTHUNIT["metre",1]],AXIS["(N)",north,ORDER[2],LENGTHUNIT["metre",1]]]`;
    const crs = ofWkt(wkt);
    expect(crs).toMatchObject({ kind: 'projected', name: 'local Mercator', metresPerUnit: 1 });
    const place = openProjection(crs.proj4, 'orthometric').toLla(500_000, 5_000_000, 0);
    const utm = degreesOf('EPSG:32632', 500_000, 5_000_000);
    expect(metresApart(place, [utm.longitude, utm.latitude])).toBeLessThan(0.001);
  });

  it('may be geocentric or geographic', () => {
    expect(
      ofWkt('GEOCCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],UNIT["metre",1]]'),
    ).toMatchObject({
      kind: 'geocentric',
      heights: 'ellipsoidal',
    });
    const degrees =
      'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';
    expect(ofWkt(degrees)).toMatchObject({ kind: 'geographic', areHeightsAssumed: true });
  });

  const OLD =
    'PROJCS["old",GEOGCS["old",DATUM["Some old datum",SPHEROID["Clarke 1866",6378206.4,294.9786982]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["central_meridian",9],UNIT["metre",1]]';
  it.each([
    ['LOCAL_CS["site",UNIT["metre",1]]', 'is “LOCAL_CS”, which has no place on the earth.'],
    [OLD, 'does not say how its datum is tied to WGS84'],
    [AUTZEN.replace('0.3048', '-0.3048'), 'has a unit of -0.3048 metres, which is no length.'],
    ['PROJCS["a"', 'is a WKT text that'],
    ['nonsense', 'is a WKT text that cannot be read at character'],
    [`${'A['.repeat(100)}`, 'is nested deeper than'],
    [`PROJCS["${'x'.repeat(70_000)}"]`, 'is longer than'],
  ])('that mean nothing are refused', (wkt, reason) => {
    expect(() => ofWkt(wkt)).toThrow(reason);
  });
});

it('a definition is checked before points are read', () => {
  const inFeet = resolveCrs(null, { crs: '+proj=utm +zone=32 +datum=WGS84 +units=us-ft' })!;
  expect(inFeet.metresPerUnit).toBeCloseTo(1200 / 3937, 12);
});
