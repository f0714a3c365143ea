/** What commas are in a text of numbers: absent, between numbers, or the sign before the decimals of a number. */
export type Commas = 'absent' | 'between' | 'decimal';

const DECIMAL = /^[+-]?\d*,\d+(?:e[+-]?\d+)?$/i;
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/;
/** A part of a number behind a comma: no whole number is written with zeros in front. */
const DECIMALS_ALONE = /,0\d+(?:,|$)/;

/**
 * Decides it from the first lines of a file; lines that begin with anything but a number are skipped. `refuse` throws,
 * for a line (from 1) from which it cannot be decided.
 */
export function commasIn(lines: readonly string[], refuse: (line: number, reason: string) => never): Commas {
  let found: Commas = 'absent';
  let hasPoints = false;
  lines.forEach((text, index) => {
    if (!/^\s*[+\-.,\d]/.test(text)) return;
    const words = text.split(/[\s;]+/).filter((word) => word !== '');
    const withCommas = words.filter((word) => word.includes(','));
    hasPoints ||= words.some((word) => word.includes('.'));
    if (withCommas.length === 0) return;
    if (withCommas.some((word) => GROUPED.test(word)) && words.length > 1)
      refuse(index + 1, 'has commas that group digits; write the numbers without them.');
    const isDecimal = words.length > 1 && withCommas.every((word) => DECIMAL.test(word));
    if (!isDecimal && !text.includes('.') && DECIMALS_ALONE.test(text)) refuse(index + 1, BOTH);
    const here = isDecimal ? 'decimal' : 'between';
    if ((found !== 'absent' && found !== here) || (here === 'decimal' && hasPoints)) refuse(index + 1, BOTH);
    found = here;
  });
  return found;
}

const BOTH =
  'has commas that may be between numbers or within them; write the decimals with points, or put spaces between the numbers.';
