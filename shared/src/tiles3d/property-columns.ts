/** One column of a property table: "Binary Table Format" of the 3D Metadata Specification 1.0. */
import { ownedBuffer } from './component-ranges.ts';
import { elementSize } from './component-types.ts';
import { MalformedContentError } from './content-errors.ts';
import type { ForeignJson } from './json-node.ts';

/** Arrays by component type. 64-bit integers become doubles: exact to 2⁵³. */
const ARRAYS = {
  INT8: Int8Array,
  UINT8: Uint8Array,
  INT16: Int16Array,
  UINT16: Uint16Array,
  INT32: Int32Array,
  UINT32: Uint32Array,
  INT64: BigInt64Array,
  UINT64: BigUint64Array,
  FLOAT32: Float32Array,
  FLOAT64: Float64Array,
} as const;

/** The divisor of a normalized value: the greatest of its component type; 1 for floats. */
function normalizedRange(componentType: unknown): number {
  const [, unsigned, bits] = /^(U?)INT(\d+)$/.exec(String(componentType)) ?? [];
  return bits === undefined ? 1 : 2 ** (Number(bits) - (unsigned ? 0 : 1)) - 1;
}

/** Browsers and Node have it; the type library of ECMAScript, the only one of this package, does not declare it. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const utf8 = new TextDecoder();

/**
 * `count` values of a property: numbers, strings, booleans, enum names, or arrays of these for vectors and arrays; null
 * (or the default) for noData. `property` is the class's, `source` the table's entry, `bytes` finds the entry's buffers.
 */
export function decodeColumn(
  count: number,
  property: ForeignJson,
  source: ForeignJson,
  enums: ForeignJson,
  bytes: (field: string) => Uint8Array | null,
): unknown[] {
  const values = bytes('values');
  if (!values) throw new MalformedContentError('values', 'are missing.');
  const isVariable = property['array'] === true && property['count'] === undefined;
  const offsets = isVariable ? readOffsets(bytes('arrayOffsets'), source['arrayOffsetType'], count) : null;
  const perFeature: number = property['array'] === true && !isVariable ? property['count'] : 1;
  const itemCount = offsets ? offsets[count]! : count * perFeature;
  const items = decodeItems(itemCount, values, property, source, enums, bytes);
  const finish = valueFinisher(property);
  if (property['array'] !== true) return items.map(finish);
  return Array.from({ length: count }, (_, i) =>
    finish(items.slice(offsets?.[i] ?? i * perFeature, offsets?.[i + 1] ?? (i + 1) * perFeature)),
  );
}

/**
 * noData is compared with the stored value; normalisation, scale and offset are applied after that, component by
 * component.
 */
function valueFinisher(property: ForeignJson): (stored: unknown) => unknown {
  const { noData, normalized, componentType, offset = 0, scale = 1 } = property;
  const noDataText = noData === undefined ? null : JSON.stringify(noData);
  const range = normalized === true ? normalizedRange(componentType) : 1;
  const isPlain = range === 1 && offset === 0 && scale === 1;
  const apply = (value: unknown, by: unknown, from: unknown): unknown => {
    if (Array.isArray(value)) return value.map((part, i) => apply(part, partOf(by, i), partOf(from, i)));
    if (typeof value !== 'number') return value;
    return Math.max(value / range, range === 1 ? -Infinity : -1) * Number(by) + Number(from);
  };
  return (stored) => {
    if (noDataText !== null && JSON.stringify(stored) === noDataText) return property['default'] ?? null;
    return isPlain ? stored : apply(stored, scale, offset);
  };
}

const partOf = (factor: unknown, i: number): unknown => (Array.isArray(factor) ? factor[i] : factor);

function decodeItems(
  count: number,
  values: Uint8Array,
  property: ForeignJson,
  source: ForeignJson,
  enums: ForeignJson,
  bytes: (field: string) => Uint8Array | null,
): unknown[] {
  const indices = { length: count };
  if (property['type'] === 'STRING') {
    const ends = readOffsets(bytes('stringOffsets'), source['stringOffsetType'], count);
    return Array.from(indices, (_, i) => utf8.decode(values.subarray(ends[i], ends[i + 1])));
  }
  if (property['type'] === 'BOOLEAN') {
    if (values.byteLength * 8 < count) throw new MalformedContentError('values', 'are cut short.');
    return Array.from(indices, (_, i) => ((values[i >> 3]! >> (i & 7)) & 1) === 1);
  }
  if (property['type'] === 'ENUM') {
    const { valueType = 'UINT16', values: names = [] } = enums[property['enumType']] ?? {};
    const nameOf = new Map<number, string>(names.map((entry: ForeignJson) => [entry['value'], entry['name']]));
    return readNumbers(values, valueType, count).map((value) => nameOf.get(value) ?? value);
  }
  return decodeVectors(count, values, property);
}

function decodeVectors(count: number, values: Uint8Array, { type, componentType }: ForeignJson): unknown[] {
  const size = elementSize(type);
  if (!size) throw new MalformedContentError('type', `${type} does not exist.`);
  const numbers = readNumbers(values, componentType, count * size);
  return size === 1 ? numbers : Array.from({ length: count }, (_, i) => numbers.slice(i * size, (i + 1) * size));
}

function readNumbers(bytes: Uint8Array, componentType: string, count: number): number[] {
  const array = Object.hasOwn(ARRAYS, componentType) && ARRAYS[componentType as keyof typeof ARRAYS];
  if (!array) throw new MalformedContentError('componentType', `${componentType} does not exist.`);
  const byteLength = count * array.BYTES_PER_ELEMENT;
  if (!(count >= 0 && byteLength <= bytes.byteLength)) throw new MalformedContentError('values', 'are cut short.');
  return Array.from(new array(ownedBuffer(bytes, 0, byteLength)), Number);
}

/** count + 1 offsets, in ascending order. */
function readOffsets(bytes: Uint8Array | null, type: string | undefined, count: number): number[] {
  if (!bytes) throw new MalformedContentError('offsets', 'are missing.');
  const offsets = readNumbers(bytes, type ?? 'UINT32', count + 1);
  if (offsets.some((offset, i) => i > 0 && offset < offsets[i - 1]!))
    throw new MalformedContentError('offsets', 'are not in order.');
  return offsets;
}
