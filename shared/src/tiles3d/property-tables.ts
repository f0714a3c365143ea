import type { ForeignJson, JsonNode } from './json-node.ts';
import { FEATURES_LARGEST } from './limits.ts';
import { decodeColumn } from './property-columns.ts';

/** A property table of EXT_structural_metadata. */
export interface PropertyTable {
  /** Rows. */
  readonly count: number;
  /** The table's entry in the extension, its class and the enums of its schema. */
  readonly json: ForeignJson;
  readonly classJson: ForeignJson;
  readonly enums: ForeignJson;
}

/**
 * The tables of the extension (its JSON node); where `schema` is empty, their classes are not known. Throws
 * `MalformedContentError` where the row count of a table is missing or too large.
 */
export function readPropertyTables(extension: JsonNode, schema: ForeignJson = {}): PropertyTable[] {
  return extension.list('propertyTables').map((table) => {
    const count = table.get('count').integer(1);
    if (count > FEATURES_LARGEST) table.get('count').fail(`is ${count}; at most ${FEATURES_LARGEST} can be shown.`);
    const json = table.value as ForeignJson;
    return { count, json, classJson: schema['classes']?.[json['class']] ?? {}, enums: schema['enums'] ?? {} };
  });
}

/**
 * The values of a property of a table, one per row; null where the table lacks it and its class has no default.
 * `viewBytes` gives the bytes of a buffer view. Throws `MalformedContentError` where the bytes do not fit the property.
 */
export function readTableColumn(
  { count, json, classJson, enums }: PropertyTable,
  name: string,
  viewBytes: (view: number) => Uint8Array,
): unknown[] | null {
  const property: ForeignJson = classJson['properties']?.[name] ?? {};
  const source: ForeignJson | undefined = json['properties']?.[name];
  if (!source)
    return property['default'] === undefined ? null : Array.from({ length: count }, () => property['default']);
  const bytes = (field: string) => (source[field] === undefined ? null : viewBytes(source[field]));
  return decodeColumn(count, { ...property, ...pickOverrides(source) }, source, enums, bytes);
}

/** Offset and scale of a table override those of its class. */
function pickOverrides(source: ForeignJson): ForeignJson {
  const overrides: ForeignJson = {};
  for (const field of ['offset', 'scale']) if (source[field] !== undefined) overrides[field] = source[field];
  return overrides;
}
