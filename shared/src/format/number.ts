/** Narrow no-break space: the thin gap between a number and its unit. */
const GAP = '\u202F';
export const MINUS = '\u2212';

/** Fixed decimals, thousands in groups, a real minus sign and never a negative zero; a dash for what is not a number. */
export function numberText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return '–';
  const [whole, part] = Math.abs(value).toFixed(decimals).split('.') as [string, string?];
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (part === undefined ? '' : `.${part}`);
  return value < 0 && /[1-9]/.test(digits) ? MINUS + digits : digits;
}

/** As {@link numberText}, with a plus sign when it is above zero as it is shown: "+10.00", "−12.90", "0.00". */
export function signedText(value: number, decimals: number): string {
  const text = numberText(value, decimals);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

export const withUnit = (text: string, unit: string): string => text + GAP + unit;

/**
 * The value as it will read: for choosing a unit by the shown value, so that 0.999 m is "1.00 m" and not "100.0 cm".
 */
export const rounded = (value: number, decimals: number): number => Number(Math.abs(value).toFixed(decimals));
