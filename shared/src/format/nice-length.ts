/** The unit system of a scale. */
export type ScaleUnits = 'metric' | 'imperial';

export interface NiceLength {
  metres: number;
  /** The length as it is written, unit included. */
  text: string;
}

/** Thin and unbreakable (interface brief §7). */
const GAP = '\u202f';
const FOOT = 0.3048;

interface Unit {
  metres: number;
  name: string;
}

/** Largest first. Metric limits are those of distances (specification §9 "Formatting"). */
const UNITS: Readonly<Record<ScaleUnits, readonly Unit[]>> = {
  metric: [
    { metres: 1000, name: 'km' },
    { metres: 1, name: 'm' },
    { metres: 0.01, name: 'cm' },
    { metres: 0.001, name: 'mm' },
  ],
  imperial: [
    { metres: 5280 * FOOT, name: 'mi' },
    { metres: FOOT, name: 'ft' },
    { metres: FOOT / 12, name: 'in' },
  ],
};

/** Where a length fits exactly, the rounding of a quotient must not give the next smaller step. */
const SLACK = 1 + 1e-9;

/**
 * The longest 1, 2 or 5 times a power of ten that is not longer than this (metres), in the unit that suits it; null
 * where there is none.
 */
export function niceLength(longestMetres: number, units: ScaleUnits = 'metric'): NiceLength | null {
  if (!(longestMetres > 0) || !Number.isFinite(longestMetres)) return null;
  const all = UNITS[units];
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
