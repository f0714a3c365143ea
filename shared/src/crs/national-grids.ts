import { type Datum, DATUMS } from './datums.ts';
import type { MapProjection } from './map-projection.ts';

type Grid = readonly [epsg: number, area: string, datum: Datum, projection: MapProjection];

/** Converts degrees, minutes and seconds to degrees. */
const dms = (degrees: number, minutes: number, seconds = 0): number => degrees + minutes / 60 + seconds / 3600;

/** Transverse Mercator: origin, scale, false origin. */
const tmerc = (
  latitude0Deg: number,
  longitude0Deg: number,
  scale: number,
  falseEastingM: number,
  falseNorthingM: number,
): MapProjection => ({ method: 'tmerc', latitude0Deg, longitude0Deg, scale, falseEastingM, falseNorthingM });

/** Lambert conformal conic: parallels, origin, false origin. */
const lcc = (
  parallelsDeg: readonly [number, number],
  latitude0Deg: number,
  longitude0Deg: number,
  falseEastingM: number,
  falseNorthingM: number,
): MapProjection => ({ method: 'lcc', parallelsDeg, latitude0Deg, longitude0Deg, falseEastingM, falseNorthingM });

const count = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

const swiss = (falseEastingM: number, falseNorthingM: number): MapProjection => ({
  method: 'somerc',
  latitude0Deg: dms(46, 57, 8.66),
  longitude0Deg: dms(7, 26, 22.5),
  scale: 1,
  falseEastingM,
  falseNorthingM,
});

const EUROPE: readonly Grid[] = [
  [27_700, 'British National Grid', DATUMS.osgb36, tmerc(49, -2, 0.9996012717, 400_000, -100_000)],
  [2157, 'Irish Transverse Mercator', DATUMS.irenet95, tmerc(53.5, -8, 0.99982, 600_000, 750_000)],
  [
    28_992,
    'RD New',
    DATUMS.amersfoort,
    {
      method: 'sterea',
      latitude0Deg: dms(52, 9, 22.178),
      longitude0Deg: dms(5, 23, 15.5),
      scale: 0.9999079,
      falseEastingM: 155_000,
      falseNorthingM: 463_000,
    },
  ],
  [
    31_370,
    'Belgian Lambert 72',
    DATUMS.belge72,
    lcc([dms(51, 10, 0.00204), dms(49, 50, 0.00204)], 90, dms(4, 22, 2.952), 150_000.013, 5_400_088.438),
  ],
  [
    3812,
    'Belgian Lambert 2008',
    DATUMS.etrs89,
    lcc([dms(49, 50), dms(51, 10)], dms(50, 47, 52.134), dms(4, 21, 33.177), 649_328, 665_262),
  ],
  [2154, 'Lambert-93', DATUMS.rgf93, lcc([49, 44], 46.5, 3, 700_000, 6_600_000)],
  ...count(42, 50).map((latitude): Grid => {
    const parallels = [latitude - 0.75, latitude + 0.75] as const;
    const northing = (latitude - 41) * 1_000_000 + 200_000;
    return [3900 + latitude, `CC${latitude}`, DATUMS.rgf93, lcc(parallels, latitude, 3, 1_700_000, northing)];
  }),
  // The same zones, with axes north and east, and east and north: files have the easting first in both.
  ...count(2, 5).flatMap((zone): Grid[] => {
    const projection = tmerc(0, zone * 3, 1, zone * 1_000_000 + 500_000, 0);
    const area = `3-degree Gauss-Kruger zone ${zone}`;
    return [
      [31_464 + zone, area, DATUMS.dhdn, projection],
      [5674 + zone, area, DATUMS.dhdn, projection],
    ];
  }),
  [2056, 'LV95', DATUMS.ch1903plus, swiss(2_600_000, 1_200_000)],
  [21_781, 'LV03', DATUMS.ch1903, swiss(600_000, 200_000)],
  ...[
    [31_254, 'GK West', 10, 0],
    [31_255, 'GK Central', 13, 0],
    [31_256, 'GK East', 16, 0],
    [31_257, 'GK M28', 10, 150_000],
    [31_258, 'GK M31', 13, 450_000],
    [31_259, 'GK M34', 16, 750_000],
  ].map(([epsg, area, degrees, easting]): Grid => {
    const projection = tmerc(0, dms(degrees as number, 20), 1, easting as number, -5_000_000);
    return [epsg as number, `Austria ${area}`, DATUMS.mgi, projection];
  }),
  [31_287, 'Austria Lambert', DATUMS.mgi, lcc([49, 46], 47.5, dms(13, 20), 400_000, 400_000)],
  [3006, 'SWEREF99 TM', DATUMS.sweref99, tmerc(0, 15, 0.9996, 500_000, 0)],
  ...[12, 13.5, 15, 16.5, 18, 14.25, 15.75, 17.25, 18.75, 20.25, 21.75, 23.25].map((longitude, i): Grid => {
    const minutes = String((longitude % 1) * 60).padStart(2, '0');
    const area = `SWEREF99 ${Math.floor(longitude)} ${minutes}`;
    return [3007 + i, area, DATUMS.sweref99, tmerc(0, longitude, 1, 150_000, 0)];
  }),
  [3067, 'TM35FIN(E,N)', DATUMS.etrs89, tmerc(0, 27, 0.9996, 500_000, 0)],
  ...count(19, 31).map((zone): Grid => {
    return [3854 + zone, `GK${zone}FIN`, DATUMS.etrs89, tmerc(0, zone, 1, zone * 1_000_000 + 500_000, 0)];
  }),
  [25_884, 'TM Baltic93', DATUMS.etrs89, tmerc(0, 24, 0.9996, 500_000, 0)],
  [
    3301,
    'Estonian Coordinate System of 1997',
    DATUMS.est97,
    lcc([dms(59, 20), 58], dms(57, 31, 3.19415), 24, 500_000, 6_375_000),
  ],
  [3059, 'Latvia TM', DATUMS.lks92, tmerc(0, 24, 0.9996, 500_000, -6_000_000)],
  [3346, 'Lithuania TM', DATUMS.lks94, tmerc(0, 24, 0.9998, 500_000, 0)],
  [2180, 'CS92', DATUMS.etrf2000pl, tmerc(0, 19, 0.9993, 500_000, -5_300_000)],
  ...count(5, 8).map((zone): Grid => {
    const projection = tmerc(0, zone * 3, 0.999923, zone * 1_000_000 + 500_000, 0);
    return [2171 + zone, `CS2000/${zone * 3}`, DATUMS.etrf2000pl, projection];
  }),
  [3763, 'Portugal TM06', DATUMS.etrs89, tmerc(dms(39, 40, 5.73), -dms(8, 7, 59.19), 1, 0, 0)],
];

/** Origins of the zones I to XIX: latitude, longitude. */
const JAPAN: readonly (readonly [number, number])[] = [
  [33, 129.5],
  [33, 131],
  [36, dms(132, 10)],
  [33, 133.5],
  [36, dms(134, 20)],
  [36, 136],
  [36, dms(137, 10)],
  [36, 138.5],
  [36, dms(139, 50)],
  [40, dms(140, 50)],
  [44, 140.25],
  [44, 142.25],
  [44, 144.25],
  [26, 142],
  [26, 127.5],
  [26, 124],
  [26, 131],
  [20, 136],
  [26, 154],
];

const PACIFIC: readonly Grid[] = [
  [2193, 'New Zealand Transverse Mercator 2000', DATUMS.nzgd2000, tmerc(0, 173, 0.9996, 1_600_000, 10_000_000)],
  [5179, 'Unified CS', DATUMS.korea2000, tmerc(38, 127.5, 0.9996, 1_000_000, 2_000_000)],
  ...[
    ['West Belt 2010', 125],
    ['Central Belt 2010', 127],
    ['East Belt 2010', 129],
    ['East Sea Belt 2010', 131],
  ].map(([area, longitude], i): Grid => {
    return [5185 + i, area as string, DATUMS.korea2000, tmerc(38, longitude as number, 1, 200_000, 600_000)];
  }),
  ...JAPAN.map(([latitude, longitude], i): Grid => {
    const area = `Japan Plane Rectangular CS zone ${i + 1}`;
    return [6669 + i, area, DATUMS.jgd2011, tmerc(latitude, longitude, 0.9999, 0, 0)];
  }),
  ...count(25, 45).map((zone): Grid => {
    const area = `3-degree Gauss-Kruger CM ${zone * 3}E`;
    return [4509 + zone, area, DATUMS.cgcs2000, tmerc(0, zone * 3, 1, 500_000, 0)];
  }),
];

/** Grids of countries that are not UTM; parameters as in the EPSG registry. */
export const NATIONAL_GRIDS: readonly Grid[] = [...EUROPE, ...PACIFIC];
