import {
  CrsError,
  crsOfEpsg,
  crsOfName,
  type CrsOptions,
  epsgCodesIn,
  resolveCrs,
  type SourceCrs,
  type VerticalSystem,
} from '../../../pointclouds/crs/index.ts';
import type { CadReaderOptions } from '../cad-model.ts';

/** The coordinate system of a file, as text. */
export interface NamedCrs {
  readonly name: string | null;
  readonly description: string | null;
  readonly datum: string | null;
  readonly projection: string | null;
  readonly zone: string | null;
  readonly verticalDatum: string | null;
}

/** First codes of the UTM zones on WGS 84 and ETRS89, less one. */
const UTM_CODES = { wgs84: { N: 32_600, S: 32_700 }, etrs89: { N: 25_800, S: null } } as const;

/**
 * The system of a map: as the operator says, else by its EPSG code, else by its name, else by words that say datum, zone and
 * hemisphere of a UTM zone; that of the site where the file names none. Throws `CrsError` for every other, for an ambiguous one and for one that is no plan in units of length.
 */
export function mapSystem(named: NamedCrs, options: CadReaderOptions): SourceCrs {
  const crs = options.crs ?? codeOf(named) ?? (isNamed(named) ? null : (options.siteSystem?.crs ?? null));
  if (crs === null) throw new CrsError(`${described(named)} is not known by its name, and has no EPSG code.`);
  const altitudes = options.altitudes ?? heightsOf(named) ?? undefined;
  const found = resolveCrs(null, { crs, altitudes })!;
  const system = { ...found, vertical: found.vertical ?? verticalOf(found, named, options) };
  if (system.kind !== 'projected') throw new CrsError(`${system.name} is no map in units of length.`);
  return system;
}

const isNamed = (named: NamedCrs): boolean => Object.values(named).some((text) => text !== null);

function codeOf(named: NamedCrs): string | null {
  const codes = epsgCodesIn(named.name ?? '');
  if (codes) return `EPSG:${codes.horizontal}${codes.vertical === null ? '' : `+${codes.vertical}`}`;
  const known = [named.name, named.description].map((name) => name && crsOfName(name)).find(Boolean);
  const epsg = (known && known.epsg) || utmByWords(named);
  return epsg ? `EPSG:${epsg}` : null;
}

/** What the words of a system say of a UTM zone on WGS 84 or ETRS89, which is WGS 84 to within a metre. */
function utmByWords({ name, description, datum, projection, zone: mapZone }: NamedCrs): number | null {
  const words = [name, description, datum, projection, mapZone].filter(Boolean).join(' ');
  const isEtrs = /\bETRS[\s_-]?(19)?89\b/i.test(words);
  if (!isEtrs && !/\bWGS[\s_-]?(19)?84\b/i.test(words)) return null;
  const [, zone, hemisphere] = /\bUTM(?:[\s_/-]*zone)?[\s_/-]*(\d{1,2})\s*([NS])?\b/i.exec(words) ?? [];
  // ETRS89 is the datum of Europe, north of the equator.
  const side = hemisphere?.toUpperCase() ?? (isEtrs ? 'N' : undefined);
  const base = side === 'N' || side === 'S' ? UTM_CODES[isEtrs ? 'etrs89' : 'wgs84'][side] : null;
  const code = base === null ? null : base + Number(zone);
  return code !== null && crsOfEpsg(code) ? code : null;
}

/** What heights are above, where the file names their datum. */
function heightsOf({ verticalDatum }: NamedCrs): CrsOptions['altitudes'] | null {
  if (!verticalDatum) return null;
  return /ellips|wgs[\s_-]?(19)?84|etrs[\s_-]?(19)?89|grs[\s_-]?(19)?80/i.test(verticalDatum)
    ? 'ellipsoidal'
    : 'orthometric';
}

/** The system of heights above the sea that a file names, where the operator states no system. */
function verticalOf({ heights }: SourceCrs, { verticalDatum }: NamedCrs, { crs }: CrsOptions): VerticalSystem | null {
  if (!verticalDatum || heights !== 'orthometric' || crs !== undefined) return null;
  return { epsg: epsgCodesIn(verticalDatum)?.horizontal ?? null, name: verticalDatum };
}

function described({ name, description, datum, projection, zone }: NamedCrs): string {
  const more = [description, datum, projection, zone].filter((part) => part && part !== name).join(', ');
  if (!name) return more || 'The one without a name';
  return more ? `${name} (${more})` : name;
}
