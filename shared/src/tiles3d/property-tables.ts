import type { ForeignJson, JsonNode } from './json-node.ts';
import { FEATURES_LARGEST } from './limits.ts';

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
 * The tables of the extension (its JSON node), of which no class is known where `schema` is empty. Throws
 * `MalformedContentError` where a table has no count of rows that can be shown.
 */
export function readPropertyTables(extension: JsonNode, schema: ForeignJson = {}): PropertyTable[] {
  return extension.list('propertyTables').map((table) => {
    const count = table.get('count').integer(1);
    if (count > FEATURES_LARGEST) table.get('count').fail(`is ${count}; at most ${FEATURES_LARGEST} can be shown.`);
    const json = table.value as ForeignJson;
    return { count, json, classJson: schema['classes']?.[json['class']] ?? {}, enums: schema['enums'] ?? {} };
  });
}
