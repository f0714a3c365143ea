import { type Units, unitMetres } from './units.ts';

export interface NiceLength {
  metres: number;
  /** The length as it is written, unit included. */
  text: string;
}

/** Thin and unbreakable (interface brief §7). */
const GAP = '\u202f';

interface Unit {
  metres: number;
  name: string;
}

/** Largest first. Metric limits are those of distances (specification §9 "Formatting"). */
const METRIC: readonly Unit[] = [
  { metres: 1000, name: 'km' },
  { metres: 1, name: 'm' },
  { metres: 0.01, name: 'cm' },
  { metres: 0.001, name: 'mm' },
];

/** Miles, feet and inches of a foot of so many metres; no scale shows by which foot it is drawn. */
const ofFoot = (metres: number): readonly Unit[] => [
  { metres: 5280 * metres, name: 'mi' },
  { metres, name: 'ft' },
  { metres: metres / 12, name: 'in' },
];

/** Where a length fits exactly, the rounding of a quotient must not give the next smaller step. */
const SLACK = 1 + 1e-9;

/**
 * The longest 1, 2 or 5 times a power of ten that is not longer than this (metres), in the unit that suits it; null
 * where there is none.
 */
export function niceLength(longestMetres: number, units: Units = 'metric'): NiceLength | null {
  if (!(longestMetres > 0) || !Number.isFinite(longestMetres)) return null;
  const all = units === 'metric' ? METRIC : ofFoot(unitMetres(units));
  const unit = all.find(({ metres }) => longestMetres * SLACK >= metres) ?? all.at(-1)!;
  const longest = (longestMetres * SLACK) / unit.metres;
  const exponent = Math.floor(Math.log10(longest));
  const digit = [5, 2, 1].find((figure) => figure * 10 ** exponent <= longest) ?? 1;
  // Ten to a negative power is not exact; the number is written with exactly the decimals that it has.
  const figure = digit * 10 ** exponent;
  const decimals = Math.max(0, -exponent);
  const text = figure.toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return { metres: figure * unit.metres, text: text + GAP + unit.name };
}
