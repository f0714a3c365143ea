/** One column of a property table: "Binary Table Format" of the 3D Metadata Specification 1.0. */
import { TYPE_SIZES } from '../accessors.ts';
import type { ForeignJson } from '../foreign-json.ts';
import { MalformedContent } from '../content-errors.ts';

type Reader = (view: DataView, at: number) => number;

/** Bytes and reader per component type. 64-bit integers become doubles: exact to 2⁵³. */
const COMPONENTS: Record<string, { bytes: number; read: Reader; maximum: number }> = {
  INT8: { bytes: 1, read: (v, at) => v.getInt8(at), maximum: 127 },
  UINT8: { bytes: 1, read: (v, at) => v.getUint8(at), maximum: 255 },
  INT16: { bytes: 2, read: (v, at) => v.getInt16(at, true), maximum: 32767 },
  UINT16: { bytes: 2, read: (v, at) => v.getUint16(at, true), maximum: 65535 },
  INT32: { bytes: 4, read: (v, at) => v.getInt32(at, true), maximum: 2 ** 31 - 1 },
  UINT32: { bytes: 4, read: (v, at) => v.getUint32(at, true), maximum: 2 ** 32 - 1 },
  INT64: { bytes: 8, read: (v, at) => Number(v.getBigInt64(at, true)), maximum: 2 ** 63 },
  UINT64: { bytes: 8, read: (v, at) => Number(v.getBigUint64(at, true)), maximum: 2 ** 64 },
  FLOAT32: { bytes: 4, read: (v, at) => v.getFloat32(at, true), maximum: 1 },
  FLOAT64: { bytes: 8, read: (v, at) => v.getFloat64(at, true), maximum: 1 },
};

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
  if (!values) throw new MalformedContent('it has no values.');
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

/** noData is compared with what is stored; only then come normalisation, scale and offset, component by component. */
function valueFinisher(property: ForeignJson): (stored: unknown) => unknown {
  const { noData, normalized, componentType, offset = 0, scale = 1 } = property;
  const noDataText = noData === undefined ? null : JSON.stringify(noData);
  const range = normalized === true ? (COMPONENTS[componentType]?.maximum ?? 1) : 1;
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
    if (values.byteLength * 8 < count) throw new MalformedContent('its values are cut short.');
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
  const size = TYPE_SIZES[type];
  if (!size) throw new MalformedContent(`its type ${type} does not exist.`);
  const numbers = readNumbers(values, componentType, count * size);
  return size === 1 ? numbers : Array.from({ length: count }, (_, i) => numbers.slice(i * size, (i + 1) * size));
}

function readNumbers(bytes: Uint8Array, componentType: string, count: number): number[] {
  const component = COMPONENTS[componentType];
  if (!component) throw new MalformedContent(`its component type ${componentType} does not exist.`);
  if (!(count >= 0 && count * component.bytes <= bytes.byteLength))
    throw new MalformedContent('its values are cut short.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: count }, (_, i) => component.read(view, i * component.bytes));
}

/** count + 1 offsets, never falling. */
function readOffsets(bytes: Uint8Array | null, type: string | undefined, count: number): number[] {
  if (!bytes) throw new MalformedContent('its offsets are missing.');
  const offsets = readNumbers(bytes, type ?? 'UINT32', count + 1);
  if (offsets.some((offset, i) => i > 0 && offset < offsets[i - 1]!)) throw new MalformedContent('its offsets fall.');
  return offsets;
}
