import { type Hemisphere, type Lla, llaFromUtm } from '@overlook/shared/maths';

/** The coordinate system of a file, as text. */
export interface NamedCrs {
  readonly name: string | null;
  readonly description: string | null;
  readonly datum: string | null;
  readonly projection: string | null;
  readonly zone: string | null;
}

export interface UtmZone {
  readonly zone: number;
  readonly hemisphere: Hemisphere;
}

/** EPSG codes of UTM zones, each with the code before its first zone. ETRS89 is WGS 84 to within a metre. */
const EPSG_UTM = [
  { base: 32_600, first: 1, last: 60, hemisphere: 'N' }, // WGS 84
  { base: 32_700, first: 1, last: 60, hemisphere: 'S' }, // WGS 84
  { base: 25_800, first: 28, last: 38, hemisphere: 'N' }, // ETRS89
] as const;

/**
 * The UTM zone on WGS 84 or ETRS89 that a coordinate system is: by its EPSG code where it has one, else by a name that says
 * datum, zone and hemisphere. Null for every other, and for an ambiguous one.
 */
export function utmZoneOf(crs: NamedCrs): UtmZone | null {
  const code = /(?:^|EPSG\s*:+)\s*(\d{4,6})\s*$/i.exec(crs.name?.trim() ?? '')?.[1];
  if (code !== undefined) return utmZoneOfEpsg(Number(code));
  const words = [crs.name, crs.description, crs.datum, crs.projection, crs.zone].filter(Boolean).join(' ');
  const isEtrs = /\bETRS[\s_-]?(19)?89\b/i.test(words);
  if (!isEtrs && !/\bWGS[\s_-]?(19)?84\b/i.test(words)) return null;
  const [, zone, hemisphere] = /\bUTM(?:[\s_/-]*zone)?[\s_/-]*(\d{1,2})\s*([NS])?\b/i.exec(words) ?? [];
  // ETRS89 is the datum of Europe, north of the equator.
  const side = hemisphere?.toUpperCase() ?? (isEtrs ? 'N' : undefined);
  const number = Number(zone);
  if (!(number >= 1 && number <= 60) || (side !== 'N' && side !== 'S')) return null;
  return { zone: number, hemisphere: side };
}

function utmZoneOfEpsg(code: number): UtmZone | null {
  for (const { base, first, last, hemisphere } of EPSG_UTM) {
    const zone = code - base;
    if (zone >= first && zone <= last) return { zone, hemisphere };
  }
  return null;
}

/** Metres of easting and northing between which a UTM zone reaches with room to spare: a point outside is not in UTM. */
export const isInUtm = (easting: number, northing: number): boolean =>
  easting >= 100_000 && easting <= 900_000 && northing >= 0 && northing <= 10_000_000;

export const llaInZone = ({ zone, hemisphere }: UtmZone, easting: number, northing: number, height: number): Lla =>
  llaFromUtm({ zone, hemisphere, easting, northing }, height);
