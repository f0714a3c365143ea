/** The numbers of a field with a step: allowed values, steps, reading and writing. */

export interface NumberRange {
  readonly step: number;
  /** Decimals always shown; one more appears when a fine step needs it. */
  readonly decimals: number;
  readonly least?: number;
  readonly most?: number;
  /** Values run in a circle: this one is 0 again. */
  readonly turn?: number;
}

const MINUS = '\u2212';

/** The nearest allowed value, rounded so that binary fractions leave no rest. */
export function held(value: number, range: NumberRange): number {
  const { decimals, least = -Infinity, most = Infinity, turn } = range;
  const places = 10 ** (decimals + 1);
  const round = (number: number) => Math.round(number * places) / places;
  const rounded = round(value);
  const turned = turn === undefined ? rounded : round(((rounded % turn) + turn) % turn) % turn;
  return Math.min(most, Math.max(least, turned)) + 0; // + 0: never a negative zero
}

/** How many steps a press counts for: Shift ten, Alt a tenth (interface brief §4). */
export function stepFactor(press: { shiftKey: boolean; altKey: boolean }): number {
  if (press.shiftKey) return 10;
  return press.altKey ? 0.1 : 1;
}

/** `steps` may be negative and a fraction. */
export function stepped(value: number, range: NumberRange, steps: number): number {
  return held(value + steps * range.step, range);
}

/** The end of the range that the value has reached, or null. */
export function limitAt(value: number, { least = -Infinity, most = Infinity }: NumberRange): 'least' | 'most' | null {
  if (value <= least) return 'least';
  return value >= most ? 'most' : null;
}

/** With a real minus sign; at least the field's decimals, one more where the value has it. */
export function writeNumber(value: number, decimals: number): string {
  const long = Math.abs(value).toFixed(decimals + 1);
  const text = long.endsWith('0') ? Math.abs(value).toFixed(decimals) : long;
  return value < 0 && Number(text) !== 0 ? MINUS + text : text;
}

/** Reads what a person types: a comma or a point, either minus sign, blanks, a unit after it. Null for no number. */
export function readNumber(text: string): number | null {
  const plain = text.replace(/\s/g, '').replace(MINUS, '-').replace(',', '.');
  const match = /^[+-]?(?:\d+\.?\d*|\.\d+)(?=[^\d.]*$)/.exec(plain);
  return match ? Number(match[0]) : null;
}
