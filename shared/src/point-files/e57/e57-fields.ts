import type { XmlElement } from '../../xml/index.ts';

/** How a field of the points is stored, in a stream of bits of its own. */
export interface E57Field {
  readonly name: string;
  readonly kind: 'integer' | 'single' | 'double';
  /** Bits per value; 0 for an integer that can have one value only. */
  readonly bits: number;
  /** Least integer: `high × 2^32 + low`. The file stores the difference from it. */
  readonly least: { readonly high: number; readonly low: number };
  /** value = stored × scale + offset, where stored is the integer or the floating-point number. */
  readonly scale: number;
  readonly offset: number;
  /** Limits of the stored values, as the file states them; null where it states none. */
  readonly range: { readonly min: number; readonly max: number } | null;
}

const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** Reads an element of a prototype. Returns a sentence instead of the field where it cannot be read. */
export function fieldOf(element: XmlElement): E57Field | string {
  const { name, attributes } = element;
  const { type, precision } = attributes;
  if (type === 'Float') {
    const kind = precision === 'single' ? 'single' : 'double';
    return {
      name,
      kind,
      bits: kind === 'single' ? 32 : 64,
      least: { high: 0, low: 0 },
      ...AS_STORED,
      range: floatRange(attributes),
    };
  }
  if (type !== 'Integer' && type !== 'ScaledInteger') return `The field ${name} has the type ${type ?? '(none)'}.`;
  const [min, max] = [integer(attributes['minimum'], INT64.min), integer(attributes['maximum'], INT64.max)];
  if (min === null || max === null || min > max || min < INT64.min || max > INT64.max)
    return `The field ${name} has the range ${attributes['minimum']} to ${attributes['maximum']}.`;
  const isScaled = type === 'ScaledInteger';
  const scale = isScaled ? number(attributes['scale'], 1) : 1;
  const offset = isScaled ? number(attributes['offset'], 0) : 0;
  if (!Number.isFinite(scale) || scale === 0 || !Number.isFinite(offset))
    return `The field ${name} has the scale ${attributes['scale']} and the offset ${attributes['offset'] ?? 0}.`;
  const isStated = attributes['minimum'] !== undefined && attributes['maximum'] !== undefined;
  return {
    name,
    kind: 'integer',
    bits: bitsOf(max - min),
    least: { high: Number(min >> 32n), low: Number(BigInt.asUintN(32, min)) },
    scale,
    offset,
    range: isStated ? { min: Number(min), max: Number(max) } : null,
  };
}

/** The value of an element such as a limit: its text, which is an integer before the scale where it has one. */
export function valueOf(element: XmlElement | undefined): number | null {
  if (element === undefined) return null;
  const { attributes, text } = element;
  const value = number(text, 0);
  const isScaled = attributes['type'] === 'ScaledInteger';
  return isScaled ? value * number(attributes['scale'], 1) + number(attributes['offset'], 0) : value;
}

/** The physical place of a section of the file; a text that is no number lies outside every file. */
export function offsetOf({ attributes }: XmlElement): bigint {
  const text = attributes['fileOffset'] ?? '';
  return /^\d{1,19}$/.test(text) ? BigInt(text) : 2n ** 63n;
}

const AS_STORED = { scale: 1, offset: 0 } as const;

function floatRange({ minimum, maximum }: Readonly<Record<string, string>>): E57Field['range'] {
  if (minimum === undefined || maximum === undefined) return null;
  const [min, max] = [number(minimum, 0), number(maximum, 0)];
  return Number.isFinite(max - min) ? { min, max } : null;
}

/** An absent or empty value is the default. NaN for other texts. */
function number(text: string | undefined, absent: number): number {
  return text === undefined || text.trim() === '' ? absent : Number(text);
}

function integer(text: string | undefined, absent: bigint): bigint | null {
  if (text === undefined || text.trim() === '') return absent;
  return /^\s*[+-]?\d{1,20}\s*$/.test(text) ? BigInt(text.trim().replace('+', '')) : null;
}

/** Bits that hold 0 … `most`. */
const bitsOf = (most: bigint): number => (most === 0n ? 0 : most.toString(2).length);
