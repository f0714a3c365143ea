import type { TableBytes } from '@overlook/shared/tiles3d';
import { type JsonNode, parseJson } from './json-node.ts';

/** A feature or batch table: its JSON header and binary body (3D Tiles 1.0 §9, 1.1 annex A). */
export interface TileTable extends Omit<TableBytes, 'json'> {
  readonly json: JsonNode;
}

export const COMPONENT_BYTES: Readonly<Record<string, number>> = {
  BYTE: 1,
  UNSIGNED_BYTE: 1,
  SHORT: 2,
  UNSIGNED_SHORT: 2,
  INT: 4,
  UNSIGNED_INT: 4,
  FLOAT: 4,
  DOUBLE: 8,
};

/** Parses the JSON of a table. An empty table reads as an empty object. `baseOffset` is where its tile begins in its file. */
export function readTable(table: TableBytes, name: string, baseOffset: number): TileTable {
  const json = parseJson(table.json, name, `byte ${baseOffset + table.jsonOffset}`);
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
export function globalCount(table: TileTable, name: string): number | null {
  const entry = table.json.optional(name);
  if (!entry) return null;
  if (!entry.isObject) return entry.integer();
  const body = binaryBody(table, entry, 4);
  return new DataView(body.buffer, body.byteOffset).getUint32(0, true);
}

/** A global vector (RTC_CENTER …): numbers in the JSON or float32 in the body; null when absent. */
export function globalVector(table: TileTable, name: string, length: number): number[] | null {
  const entry = table.json.optional(name);
  if (!entry) return null;
  if (!entry.isObject) return entry.numbers(length);
  const body = binaryBody(table, entry, 4 * length);
  const view = new DataView(body.buffer, body.byteOffset);
  return Array.from({ length }, (_, i) => view.getFloat32(4 * i, true));
}
