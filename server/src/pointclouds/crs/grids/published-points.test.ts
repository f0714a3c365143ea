import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import proj4 from 'proj4';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ecefFromLla, type Lla } from '@overlook/shared/maths';
import { openProjection, resolveCrs } from '../index.ts';
import { geotiff, gridAround, gtx, METADATA, ntv2, put } from '../testing/made-grids.ts';
import { applyGrids } from './apply-grids.ts';
import { type GridFolders, gridFoldersOf } from './grid-folders.ts';

let folder: string;
let folders: GridFolders;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-grids-'));
  folders = gridFoldersOf(path.join(folder, 'files'));
});
afterEach(() => rm(folder, { recursive: true }));

const NEAR_M = 0.05;

function metresApart(a: Lla, b: Lla): number {
  const [p, q] = [ecefFromLla(a), ecefFromLla(b)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/** Degrees of a plan's own datum: only its projection, without any shift. */
function ownDegrees(crs: string, x: number, y: number): readonly [number, number] {
  const plan = resolveCrs(null, { crs })!.proj4.replace(/\+towgs84=\S+/, '');
  const [longitude, latitude] = proj4(plan, `+proj=longlat ${/\+ellps=\S+/.exec(plan)![0]} +no_defs`, [x, y]);
  return [longitude!, latitude!];
}

/** The place of a point with the grids that are installed; its way back is checked too. */
function placed(
  crs: string,
  [x, y, height]: readonly [number, number, number],
): { place: Lla; notes: readonly string[] } {
  const stated = resolveCrs(null, { crs })!;
  const about = openProjection(stated.proj4, stated.heights).toLla(x, y, height);
  const { crs: found, notes } = applyGrids(stated, about, folders, 'its heights');
  const projection = openProjection(found.proj4, found.heights, found.grids);
  const place = projection.toLla(x, y, height);
  const back = projection.fromLla(place);
  [x, y, height].forEach((value, i) => expect(back[i]).toBeCloseTo(value, 4));
  return { place, notes };
}

interface Published {
  readonly crs: string;
  readonly point: readonly [number, number, number];
  readonly place: Lla;
  readonly geoid: string;
  readonly datum: string | null;
}

/**
 * Points with coordinates of the national system and of ETRS89 or GDA2020, as their authorities publish them. The nodes of the grids
 * are made so that these have the values of the national models at the points; what is tested is all that lies between.
 */
const POINTS: Readonly<Record<string, Published>> = {
  // Ordnance Survey, test points of OSTN15 and OSGM15: TP02 (Lizard Point), heights of Newlyn.
  'Great Britain': {
    crs: 'EPSG:7405',
    point: [170_370.718, 11_572.405, 71.264],
    place: { latitude: 49.9600613782, longitude: -5.20304609998, height: 124.269 },
    geoid: 'uk_os_OSGM15_GB.tif',
    datum: 'uk_os_OSTN15_NTv2_OSGBtoETRS.tif',
  },
  // Kadaster and Rijkswaterstaat, test points of RDNAPTRANS: Texel and Noord-Groningen.
  'the Netherlands': {
    crs: 'EPSG:7415',
    point: [117_380.12, 575_040.34, 1],
    place: { latitude: 53.160753042, longitude: 4.824761912, height: 42.8614 },
    geoid: 'nlgeo2018.gtx',
    datum: 'rdtrans2018.gsb',
  },
  'the north of the Netherlands': {
    crs: 'EPSG:28992+5709',
    point: [247_380.56, 604_580.78, 2],
    place: { latitude: 53.41948205, longitude: 6.776726674, height: 42.3586 },
    geoid: 'nl_nsgi_nlgeo2018.tif',
    datum: 'nl_nsgi_rdtrans2018.tif',
  },
  // Geoscience Australia, test of GeodePy against its AUSGeoid2020 service: heights of AHD.
  Australia: {
    crs: 'EPSG:7844+5711',
    point: [148.716, -25.716, -42.231267],
    place: { latitude: -25.716, longitude: 148.716, height: 0 },
    geoid: 'au_ga_AUSGeoid2020_20180201.tif',
    datum: null,
  },
};

function installGrids({ crs, point, place, geoid, datum }: Published): void {
  const at = [place.longitude, place.latitude] as const;
  const heights = gridAround(at, [place.height - point[2]]);
  const geoidBytes = geoid.endsWith('.gtx') ? gtx(heights) : geotiff(heights, { metadata: METADATA.geoid });
  put(path.join(folders.geoid, geoid), geoidBytes);
  if (datum === null) return;
  const own = ownDegrees(crs, point[0], point[1]);
  const shifts = gridAround(own, [(place.latitude - own[1]) * 3600, (place.longitude - own[0]) * 3600]);
  const datumBytes = datum.endsWith('.gsb') ? ntv2(shifts) : geotiff(shifts, { metadata: METADATA.datum });
  put(path.join(folders.datum, datum), datumBytes);
}

describe('published points to 5 cm', () => {
  it.each(Object.entries(POINTS))('of %s', (_, published) => {
    installGrids(published);
    const { place, notes } = placed(published.crs, published.point);
    expect(metresApart(place, published.place)).toBeLessThan(NEAR_M);
    expect(notes.join(' ')).toContain(published.geoid);
    if (published.datum !== null) expect(notes.join(' ')).toContain(published.datum);
  });

  it('of Germany: BeTA2007', () => {
    // Bundesamt für Kartographie und Geodäsie, test data of BeTA2007: DHDN (Gauss-Krüger, and degrees) and ETRS89 (UTM).
    const [dhdn, etrs89] = [
      [53.5, 7.483333333333],
      [53.498461143331, 7.482506019176],
    ] as const;
    const shifts = [(etrs89[0] - dhdn[0]) * 3600, (etrs89[1] - dhdn[1]) * 3600];
    put(path.join(folders.datum, 'de_adv_BETA2007.tif'), geotiff(gridAround([dhdn[1], dhdn[0]], shifts)));
    const { place } = placed('EPSG:31466', [2_598_417.333192, 5_930_677.980308, 0]);
    const utm = openProjection(resolveCrs(null, { crs: 'EPSG:25832' })!.proj4, 'orthometric');
    const [east, north] = utm.fromLla(place);
    expect(Math.hypot(east - 399_340.601863, north - 5_928_794.177992)).toBeLessThan(NEAR_M);
  });
});

describe('a grid', () => {
  const { crs, point, place } = POINTS['Great Britain']!;

  it('that is not installed is named with its folder, and EGM96 and parameters take its place', () => {
    const { place: about, notes } = placed(crs, point);
    expect(notes).toEqual([
      expect.stringMatching(
        /^Its heights are ODN: OSGM15 is not installed, .*EGM96.* Put uk_os_OSGM15_GB\.tif into geoids of DATA_DIR/,
      ),
      expect.stringMatching(
        /to about 3 m: OSTN15 is not installed\. Put uk_os_OSTN15_NTv2_OSGBtoETRS\.tif into datum-grids of DATA_DIR/,
      ),
    ]);
    expect(metresApart(about, place)).toBeLessThan(5);
  });

  it('moves heights by what is said', () => {
    put(path.join(folders.geoid, 'OSGM15_GB.gtx'), gtx(gridAround([place.longitude, place.latitude], [53.005])));
    const { notes } = placed(crs, point);
    expect(notes[0]).toMatch(
      /\(ODN by OSGM15, OSGM15_GB\.gtx\), which moved them 53\.0\d m up \(EGM96: 5\d\.\d\d m up\)\.$/,
    );
  });

  it('of heights that does not cover the site refuses it', () => {
    put(path.join(folders.geoid, 'uk_os_OSGM15_GB.tif'), geotiff(gridAround([0.5, 52], [46])));
    expect(() => placed(crs, point)).toThrow(
      /^uk_os_OSGM15_GB\.tif, longitude -5\.20\d+, latitude 49\.96\d+: does not cover the site, whose heights are ODN\. Put a grid that does into geoids of DATA_DIR\. Or say the system with --crs EPSG:n/,
    );
  });

  it('of a datum that does not cover the site is named, and parameters take its place', () => {
    put(path.join(folders.datum, 'uk_os_OSTN15_NTv2_OSGBtoETRS.gsb'), ntv2(gridAround([0.5, 52], [1, 1])));
    expect(placed(crs, point).notes[1]).toContain('OSTN15 does not cover longitude -5.20');
  });

  it('of the datum of the plan comes first', () => {
    const at = [148.716, -25.716] as const;
    put(path.join(folders.geoid, 'AUSGeoid2020_20180201.gtx'), gtx(gridAround(at, [42.231])));
    put(path.join(folders.geoid, 'AUSGeoid09_V1.01.gtx'), gtx(gridAround(at, [42.14])));
    for (const [system, name] of [
      ['EPSG:7844+5711', 'AUSGeoid2020'],
      ['EPSG:4283+5711', 'AUSGeoid09'],
    ] as const)
      expect(placed(system, [148.716, -25.716, 0]).notes).toEqual([expect.stringContaining(`AHD by ${name},`)]);
  });

  it('is found by the name that WKT has without a code', () => {
    put(path.join(folders.geoid, 'us_noaa_g2018u0.gtx'), gtx(gridAround([-123, 44], [-22.1])));
    const wkt = `COMPD_CS["both",${resolveCrs(null, { crs: 'EPSG:26910' })!.wkt},VERT_CS["NAVD88 height (ftUS)",VERT_DATUM["North American Vertical Datum 1988",2005],UNIT["US survey foot",0.304800609601219]]]`;
    const { notes } = applyGrids(
      resolveCrs({ kind: 'wkt', wkt }, {})!,
      { longitude: -123, latitude: 44 },
      folders,
      'its heights',
    );
    expect(notes).toEqual([expect.stringContaining('(NAVD88 by GEOID18, us_noaa_g2018u0.gtx)')]);
  });

  it.each([
    ['EPSG:25832+5773', []],
    ['EPSG:25832', []],
    ['EPSG:25832+5783', [expect.stringContaining('EPSG:5783: no grid is known for them here')]],
  ])('is not needed for heights of %s', (system, notes) => {
    expect(placed(system, [477_270, 5_551_000, 98]).notes).toEqual(notes);
  });
});
