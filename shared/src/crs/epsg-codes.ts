import { type Datum, DATUMS } from './datums.ts';
import type { MapProjection } from './map-projection.ts';
import { NATIONAL_GRIDS } from './national-grids.ts';
import { utmProjection } from './utm.ts';

/** A coordinate system that is known by its EPSG code. */
export type KnownCrs = { readonly epsg: number; readonly name: string; readonly datum: Datum } & (
  | { readonly kind: 'projected'; readonly projection: MapProjection }
  /** Degrees; heights are ellipsoidal where the system has three axes, otherwise not stated. */
  | { readonly kind: 'geographic'; readonly is3d: boolean }
  | { readonly kind: 'geocentric' }
  /** Metres at the equator, of a sphere: its distances are not true. */
  | { readonly kind: 'web mercator' }
);

/** Series of UTM zones: the code of zone n is `base + n`. */
const UTM_SERIES: readonly {
  readonly datum: Datum;
  readonly base: number;
  readonly first: number;
  readonly last: number;
  readonly isSouth?: true;
  /** Where the zones have a name of their own. */
  readonly named?: (zone: number) => string;
}[] = [
  { datum: DATUMS.wgs84, base: 32_600, first: 1, last: 60 },
  { datum: DATUMS.wgs84, base: 32_700, first: 1, last: 60, isSouth: true },
  { datum: DATUMS.etrs89, base: 25_800, first: 28, last: 38 },
  { datum: DATUMS.nad83, base: 26_900, first: 1, last: 23 },
  { datum: DATUMS.nad832011, base: 6329, first: 1, last: 19 },
  { datum: DATUMS.gda94, base: 28_300, first: 48, last: 58, isSouth: true, named: (zone) => `MGA zone ${zone}` },
  { datum: DATUMS.gda2020, base: 7800, first: 46, last: 59, isSouth: true, named: (zone) => `MGA zone ${zone}` },
  { datum: DATUMS.sirgas2000, base: 31_954, first: 11, last: 22 },
  { datum: DATUMS.sirgas2000, base: 31_960, first: 17, last: 25, isSouth: true },
  { datum: DATUMS.rdn2008, base: 7759, first: 32, last: 34 },
];

function utmOf(epsg: number): KnownCrs | null {
  for (const { datum, base, first, last, isSouth = false, named } of UTM_SERIES) {
    const zone = epsg - base;
    if (zone < first || zone > last) continue;
    const area = named?.(zone) ?? `UTM zone ${zone}${isSouth ? 'S' : 'N'}`;
    return {
      epsg,
      name: `${datum.name} / ${area}`,
      datum,
      kind: 'projected',
      projection: utmProjection(zone, isSouth),
    };
  }
  return null;
}

const geographic = (epsg: number, datum: Datum, is3d: boolean): KnownCrs => ({
  epsg,
  name: datum.name,
  datum,
  kind: 'geographic',
  is3d,
});

const OTHERS: readonly KnownCrs[] = [
  ...Object.values(DATUMS).map((datum) => geographic(datum.epsg, datum, false)),
  geographic(4979, DATUMS.wgs84, true),
  geographic(4937, DATUMS.etrs89, true),
  geographic(6319, DATUMS.nad832011, true),
  geographic(7843, DATUMS.gda2020, true),
  { epsg: 4978, name: 'WGS 84, geocentric', datum: DATUMS.wgs84, kind: 'geocentric' },
  { epsg: 4936, name: 'ETRS89, geocentric', datum: DATUMS.etrs89, kind: 'geocentric' },
  { epsg: 3857, name: 'WGS 84 / Pseudo-Mercator', datum: DATUMS.wgs84, kind: 'web mercator' },
];

const TABLE: ReadonlyMap<number, KnownCrs> = new Map(
  [
    ...OTHERS,
    ...NATIONAL_GRIDS.map(([epsg, area, datum, projection]): KnownCrs => {
      return { epsg, name: `${datum.name} / ${area}`, datum, kind: 'projected', projection };
    }),
  ].map((crs) => [crs.epsg, crs]),
);

/** The coordinate system of an EPSG code: all UTM zones of the common datums, and the grids of the table; otherwise null. */
export const crsOfEpsg = (epsg: number): KnownCrs | null => TABLE.get(epsg) ?? utmOf(epsg);

/** All systems that {@link crsOfEpsg} knows. */
export const knownCrsList = (): KnownCrs[] => [
  ...TABLE.values(),
  ...UTM_SERIES.flatMap(({ base, first, last }) =>
    Array.from({ length: last - first + 1 }, (_, i) => utmOf(base + first + i)!),
  ),
];

/** The UTM zone on WGS84 of a place; degrees. */
export function utmAt(longitude: number, latitude: number): KnownCrs {
  const zone = Math.min(60, Math.max(1, Math.floor((longitude + 180) / 6) + 1));
  return utmOf((latitude < 0 ? 32_700 : 32_600) + zone)!;
}

/** Systems of a plan and heights that have a code of their own. */
const COMPOUND: Readonly<Record<number, readonly [horizontal: number, vertical: number]>> = {
  5554: [25_831, 5783],
  5555: [25_832, 5783],
  5556: [25_833, 5783],
  5698: [2154, 5720],
  7405: [27_700, 5701],
  7415: [28_992, 5709],
};

/** The codes of plan and heights that a compound code consists of. */
export const partsOfEpsg = (epsg: number): readonly [horizontal: number, vertical: number | null] =>
  COMPOUND[epsg] ?? [epsg, null];
