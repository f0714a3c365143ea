import { numberText, rounded } from './number.ts';

const LARGE: readonly (readonly [least: number, word: string])[] = [
  [1e9, 'billion'],
  [1e6, 'million'],
];
/** Significant digits of a rough number. */
const FIGURES = 3;

/** A large number as people say it: "870", "41,200", "4.1 million", "123 million". Numbers under 1000 are exact. */
export function roughCountText(count: number): string {
  // Rounded first, so that 999,999 is a million.
  const rough = count < 1000 ? Math.round(count) : Number(count.toPrecision(FIGURES));
  for (const [least, word] of LARGE) {
    if (rough < least) continue;
    const value = rounded(rough / least, 1);
    const isWhole = value >= 100 || Number.isInteger(value);
    return `${numberText(value, isWhole ? 0 : 1)} ${word}`;
  }
  return numberText(rough, 0);
}
