import { hasEveryWord } from '../format/index.ts';
import { DATUMS } from './datums.ts';
import { knownCrsList, type KnownCrs } from './epsg-codes.ts';

/** A known system as a list offers it. */
export interface FoundSystem {
  readonly epsg: number;
  readonly name: string;
  /** Where it is used, in words: "Australia, 138° to 144° east"; empty for the whole Earth. */
  readonly place: string;
}

const EUROPE = 'Europe';
const NORTH_AMERICA = 'North America, United States, Canada';

/** Countries of the datums, as people type them. */
const COUNTRIES: Readonly<Record<string, string>> = {
  [DATUMS.etrs89.name]: EUROPE,
  [DATUMS.nad83.name]: NORTH_AMERICA,
  [DATUMS.nad832011.name]: 'United States',
  [DATUMS.gda94.name]: 'Australia',
  [DATUMS.gda2020.name]: 'Australia',
  [DATUMS.sirgas2000.name]: 'South America, Brazil',
  [DATUMS.nzgd2000.name]: 'New Zealand',
  [DATUMS.rgf93.name]: 'France',
  [DATUMS.sweref99.name]: 'Sweden',
  [DATUMS.est97.name]: 'Estonia',
  [DATUMS.lks92.name]: 'Latvia',
  [DATUMS.lks94.name]: 'Lithuania',
  [DATUMS.irenet95.name]: 'Ireland',
  [DATUMS.korea2000.name]: 'South Korea',
  [DATUMS.jgd2011.name]: 'Japan',
  [DATUMS.cgcs2000.name]: 'China',
  [DATUMS.etrf2000pl.name]: 'Poland',
  [DATUMS.rdn2008.name]: 'Italy',
  [DATUMS.osgb36.name]: 'Great Britain, England, Scotland, Wales',
  [DATUMS.amersfoort.name]: 'Netherlands',
  [DATUMS.dhdn.name]: 'Germany',
  [DATUMS.ch1903.name]: 'Switzerland, Liechtenstein',
  [DATUMS.ch1903plus.name]: 'Switzerland, Liechtenstein',
  [DATUMS.mgi.name]: 'Austria',
  [DATUMS.belge72.name]: 'Belgium',
};

/** Grids of one country on a datum of several. */
const COUNTRIES_OF_GRIDS: Readonly<Record<number, string>> = {
  3812: 'Belgium',
  3067: 'Finland',
  25_884: 'Estonia, Latvia, Lithuania',
  3763: 'Portugal',
};
const isFinnish = (epsg: number): boolean => epsg >= 3873 && epsg <= 3885;

/** Half of the width of a UTM zone, degrees. */
const ZONE_REACH_DEG = 3;

function placeOf(crs: KnownCrs): string {
  const { epsg, datum } = crs;
  const country = isFinnish(epsg) ? 'Finland' : (COUNTRIES_OF_GRIDS[epsg] ?? COUNTRIES[datum.name] ?? '');
  if (crs.kind !== 'projected' || !/UTM|MGA/.test(crs.name) || crs.projection.method !== 'tmerc') return country;
  const { longitude0Deg: middle, falseNorthingM } = crs.projection;
  const side = middle < 0 ? 'west' : 'east';
  const edges = [middle - ZONE_REACH_DEG, middle + ZONE_REACH_DEG].map(Math.abs).toSorted((a, b) => a - b);
  const half = falseNorthingM > 0 ? 'south of the equator' : 'north of the equator';
  return [country, `${edges[0]}° to ${edges[1]}° ${side}`, half].filter(Boolean).join(', ');
}

let all: readonly (FoundSystem & { readonly text: string })[] | null = null;

/** The known systems that have every word of a search in code, name or place, at most `most`; those with such a code first. */
export function findSystems(search: string, most: number): FoundSystem[] {
  all ??= knownCrsList().map((crs) => {
    const place = placeOf(crs);
    return { epsg: crs.epsg, name: crs.name, place, text: `EPSG:${crs.epsg} ${crs.name} ${place}` };
  });
  const found = all.filter(({ text }) => hasEveryWord(text, search.trim()));
  const digits = /\d+$/.exec(search.trim())?.[0];
  const rankOf = ({ epsg }: FoundSystem) => (digits !== undefined && String(epsg).startsWith(digits) ? 0 : 1);
  return found
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, most)
    .map(({ epsg, name, place }) => ({ epsg, name, place }));
}
