import { crsOfEpsg, type KnownCrs, knownCrsList } from './epsg-codes.ts';

/**
 * A name without what programs write differently: case, blanks and signs, four digits of a year before 2000, the words zone and
 * Krüger, versions of a datum. “ETRS89 / UTM zone 32N” and ESRI's “ETRS_1989_UTM_Zone_32N” are the same.
 */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[_\s/,-]+/g, ' ')
    .replaceAll(/19(\d\d)(?=\D|$)/g, '$1')
    .replaceAll(/\b(?:zone|kr(?:u|ü|ue)ger|v\d)\b/g, '')
    .replaceAll(/[^\da-z]/g, '');
}

/** Systems whose ESRI name has other words than that of EPSG. */
const ESRI_NAMES: readonly (readonly [string, number])[] = [
  ['Belge_Lambert_1972', 31_370],
  ['Belge_Lambert_2008', 3812],
  ['ETRS_1989_Poland_CS92', 2180],
  ['NZGD_2000_New_Zealand_Transverse_Mercator', 2193],
  ['WGS_1984_Web_Mercator_Auxiliary_Sphere', 3857],
];

/** The systems of maps by each of their names; null where a name is that of several. */
let byName: Map<string, KnownCrs | null> | null = null;

function namesOfAll(): Map<string, KnownCrs | null> {
  const names = new Map<string, KnownCrs | null>();
  for (const crs of knownCrsList()) {
    if (crs.kind !== 'projected') continue;
    // “Amersfoort / RD New” is called “RD New” too.
    const area = crs.name.slice(crs.datum.name.length + ' / '.length);
    for (const name of new Set([plainName(crs.name), plainName(area)])) {
      const known = names.get(name);
      if (known === undefined) names.set(name, crs);
      else if (known && !isSameSystem(known, crs)) names.set(name, null);
    }
  }
  for (const [name, epsg] of ESRI_NAMES) names.set(plainName(name), crsOfEpsg(epsg));
  return names;
}

/** Some systems have two codes, for two orders of their axes. */
const isSameSystem = (a: KnownCrs, b: KnownCrs): boolean =>
  a.kind === 'projected' &&
  b.kind === 'projected' &&
  a.datum === b.datum &&
  JSON.stringify(a.projection) === JSON.stringify(b.projection);

/** The system of a map of that name, as EPSG, ESRI and other programs write it; null for an unknown and an ambiguous name. */
export function crsOfName(name: string): KnownCrs | null {
  byName ??= namesOfAll();
  return byName.get(plainName(name)) ?? null;
}

/** The EPSG codes of plan and heights in a text: `EPSG:25832`, `25832`, `EPSG 25832+5783`, a URN. Null where it has none. */
export function epsgCodesIn(text: string): { horizontal: number; vertical: number | null } | null {
  const found =
    /EPSG\W{0,4}(?:\d+\.\d+\W{1,2})?(\d{4,6})(?:\s*\+\s*(\d{4,6}))?(?!\d)/i.exec(text) ??
    /^\s*(\d{4,6})(?:\s*\+\s*(\d{4,6}))?\s*$/.exec(text);
  return found && { horizontal: Number(found[1]), vertical: found[2] === undefined ? null : Number(found[2]) };
}
