import { type ComponentRange, ownedBuffer, readComponents } from './component-ranges.ts';
import { COMPONENT, type ComponentArray, componentArray, componentTypeNamed, elementSize } from './component-types.ts';
import { type JsonNode, parseJson } from './json-node.ts';
import { FEATURES_LARGEST } from './limits.ts';
import type { TableBytes } from './tile-header.ts';

/** A feature or batch table: its JSON header and binary body (3D Tiles 1.0 §9, 1.1 annex A). */
export interface TileTable extends Omit<TableBytes, 'json'> {
  readonly json: JsonNode;
}

/**
 * Parses the JSON of a table. An empty table reads as an empty object. `name` begins the places inside it, `place` is where
 * its text lies. Throws `MalformedContentError`, as do all functions below.
 */
export function readTable(table: TableBytes, name: string, place: string): TileTable {
  const json = parseJson(table.json, name, place);
  if (!json.isObject) json.fail('should be an object.');
  return { ...table, json };
}

/** The place in the binary body that a table entry points at, checked to hold `byteLength` bytes. */
export function binaryBody(table: TileTable, entry: JsonNode, byteLength: number): Uint8Array {
  const offset = entry.get('byteOffset').integer();
  if (offset + byteLength > table.binary.byteLength)
    entry.fail(`needs bytes ${offset} to ${offset + byteLength}, but the binary body has ${table.binary.byteLength}.`);
  return table.binary.subarray(offset, offset + byteLength);
}

/** A global count (BATCH_LENGTH, POINTS_LENGTH …): a number in the JSON or a uint32 in the body; null when absent. */
function globalCount(table: TileTable, name: string): number | null {
  const entry = table.json.optional(name);
  if (!entry) return null;
  return entry.isObject ? globalValues(table, entry, COMPONENT.UNSIGNED_INT, 1)[0]! : entry.integer();
}

/** BATCH_LENGTH, checked against the limit of features; null when absent. */
export function batchLengthOf(table: TileTable): number | null {
  const batchLength = globalCount(table, 'BATCH_LENGTH');
  if (batchLength !== null && batchLength > FEATURES_LARGEST)
    table.json.get('BATCH_LENGTH').fail(`is ${batchLength}; ${TOO_MANY_FEATURES}`);
  return batchLength;
}

/** The end of the sentence about a number of features. */
export const TOO_MANY_FEATURES = `at most ${FEATURES_LARGEST} can be shown.`;

/** A global vector (RTC_CENTER, CONSTANT_RGBA …): numbers in the JSON or an array in the body; null when absent. */
export function globalVector(
  table: TileTable,
  name: string,
  size: number,
  componentType: number = COMPONENT.FLOAT,
): number[] | null {
  const entry = table.json.optional(name);
  if (!entry) return null;
  return entry.isObject ? globalValues(table, entry, componentType, size) : entry.numbers(size);
}

const globalValues = (table: TileTable, entry: JsonNode, componentType: number, size: number): number[] =>
  Array.from(
    readComponents(
      table.binary,
      { componentType, count: 1, size, byteOffset: entry.get('byteOffset').integer() },
      entry.place,
    ),
  );

/** The same for a required count. Throws `MalformedContentError` where it is absent. */
export const requiredCount = (table: TileTable, name: string): number =>
  globalCount(table, name) ?? table.json.get(name).fail('is missing.');

/** The semantics of features in pnts and i3dm: component type and components (3D Tiles 1.0 §9.6, §9.7). */
const SEMANTICS = {
  POSITION: [COMPONENT.FLOAT, 3],
  POSITION_QUANTIZED: [COMPONENT.UNSIGNED_SHORT, 3],
  RGBA: [COMPONENT.UNSIGNED_BYTE, 4],
  RGB: [COMPONENT.UNSIGNED_BYTE, 3],
  RGB565: [COMPONENT.UNSIGNED_SHORT, 1],
  NORMAL: [COMPONENT.FLOAT, 3],
  NORMAL_OCT16P: [COMPONENT.UNSIGNED_BYTE, 2],
  NORMAL_UP: [COMPONENT.FLOAT, 3],
  NORMAL_RIGHT: [COMPONENT.FLOAT, 3],
  NORMAL_UP_OCT32P: [COMPONENT.UNSIGNED_SHORT, 2],
  NORMAL_RIGHT_OCT32P: [COMPONENT.UNSIGNED_SHORT, 2],
  SCALE: [COMPONENT.FLOAT, 1],
  SCALE_NON_UNIFORM: [COMPONENT.FLOAT, 3],
  BATCH_ID: [COMPONENT.UNSIGNED_SHORT, 1],
} as const;

export type FeatureSemantic = keyof typeof SEMANTICS;

/** Where the values of each feature lie in the binary body, not compared with its length yet; null when absent. */
function featureRange(
  table: TileTable,
  semantic: FeatureSemantic,
  count: number,
): (ComponentRange & { readonly place: string }) | null {
  const entry = table.json.optional(semantic);
  if (!entry) return null;
  const [usual, size] = SEMANTICS[semantic];
  const declared = semantic === 'BATCH_ID' ? entry.get('componentType') : null;
  const componentType = declared?.isPresent
    ? (componentTypeNamed(declared.value) ?? declared.fail('is no component type.'))
    : usual;
  if (semantic === 'BATCH_ID' && !BATCH_ID_TYPES.has(componentType))
    declared?.fail('should be UNSIGNED_BYTE, UNSIGNED_SHORT or UNSIGNED_INT.');
  return { componentType, size, count, byteOffset: entry.get('byteOffset').integer(), place: entry.place };
}

const BATCH_ID_TYPES: ReadonlySet<number> = new Set([
  COMPONENT.UNSIGNED_BYTE,
  COMPONENT.UNSIGNED_SHORT,
  COMPONENT.UNSIGNED_INT,
]);

/** Values of each feature under a semantic, in an array of its own; null when absent. */
export function featureValues(table: TileTable, semantic: FeatureSemantic, count: number): ComponentArray | null {
  const range = featureRange(table, semantic, count);
  return range && readComponents(table.binary, range, range.place);
}

/** Positions in 16-bit steps of a volume: offset + value / 65535 · scale, metres. */
export function quantizedPositions(
  table: TileTable,
  count: number,
): { value: ComponentArray; offset: number[]; scale: number[] } {
  const value =
    featureValues(table, 'POSITION_QUANTIZED', count) ??
    table.json.get('POSITION').fail('is missing, and so is POSITION_QUANTIZED.');
  const vector = (name: string) => globalVector(table, name, 3) ?? table.json.get(name).fail('is missing.');
  return { value, offset: vector('QUANTIZED_VOLUME_OFFSET'), scale: vector('QUANTIZED_VOLUME_SCALE') };
}

type ColumnArray = ComponentArray | Int32Array | Float64Array;

/** Whether a column of a batch table lies in the binary body, and not in the JSON. */
export const isBinaryColumn = (column: JsonNode): boolean =>
  column.isObject && typeof column.get('byteOffset').value === 'number';

/** The values of a batch table's binary column, flat, and the components of each; an array of its own. */
export function columnValues(table: TileTable, column: JsonNode, count: number): { array: ColumnArray; size: number } {
  const type = column.get('type').string();
  const size = elementSize(type) ?? column.get('type').fail(`is ${type}, which is no type.`);
  const name = column.get('componentType').string();
  const constructor = columnArray(name) ?? column.get('componentType').fail(`is ${name}, which is no component type.`);
  const bytes = binaryBody(table, column, count * size * constructor.BYTES_PER_ELEMENT);
  return { array: new constructor(ownedBuffer(bytes)), size };
}

function columnArray(name: string) {
  if (name === 'INT') return Int32Array;
  if (name === 'DOUBLE') return Float64Array;
  return componentArray(componentTypeNamed(name));
}
