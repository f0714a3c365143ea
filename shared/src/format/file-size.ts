import { numberText, rounded, withUnit } from './number.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const STEP = 1000;

/** A file's size in B to TB (specification §9 "Formatting"), in steps of 1000; bytes whole, the others to 1 decimal. */
export function fileSizeText(sizeBytes: number): string {
  let value = sizeBytes;
  let unit = 0;
  while (rounded(value, unit === 0 ? 0 : 1) >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return withUnit(numberText(value, unit === 0 ? 0 : 1), UNITS[unit]!);
}
