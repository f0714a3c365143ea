/** Property tables of EXT_structural_metadata (3D Metadata Specification 1.0) as plain values. */
import {
  type ForeignJson,
  JsonNode,
  type PropertyTable,
  readPropertyTables,
  readTableColumn,
} from '@overlook/shared/tiles3d';
import { parseJsonObject } from '../foreign-json.ts';
import { ContentHttpError } from '../content-errors.ts';
import { resolveBytes } from '../resources.ts';
import type { GltfDocument } from './gltf-document.ts';

/** The tables with their classes; fetches the schema when it lies outside. A missing schema is a warning, not an error. */
export async function readTables(document: GltfDocument): Promise<PropertyTable[]> {
  const extension: ForeignJson | undefined = document.json.extensions?.['EXT_structural_metadata'];
  if (!extension) return [];
  const node = new JsonNode(extension, null, `${document.context.name}, EXT_structural_metadata`);
  if (node.list('propertyTables').length === 0) return [];
  return readPropertyTables(node, extension['schema'] ?? (await fetchSchema(extension['schemaUri'], document)));
}

async function fetchSchema(uri: unknown, document: GltfDocument): Promise<ForeignJson> {
  if (typeof uri !== 'string') return {};
  try {
    return parseJsonObject(await resolveBytes(uri, document.context), uri, 'the metadata schema');
  } catch (error) {
    document.context.signal?.throwIfAborted();
    if (error instanceof ContentHttpError && error.retryable) throw error;
    document.warnings.add(`The metadata schema could not be read: ${(error as Error).message}`);
    return {};
  }
}

/**
 * Columns by property name, one value per feature id of the content: the tables' rows one after the other, null where a
 * table lacks the property; those that the context wants. A column that cannot be decoded is left out, with a warning. Null without tables.
 */
export function decodePropertyTables(
  document: GltfDocument,
  tables: PropertyTable[],
): Record<string, unknown[]> | null {
  if (tables.length === 0) return null;
  const { properties: wanted } = document.context;
  const rows = tables.reduce((sum, table) => sum + table.count, 0);
  const columns: Record<string, unknown[]> = {};
  let base = 0;
  for (const table of tables) {
    for (const name of Object.keys((table.classJson['properties'] ?? {}) as ForeignJson)) {
      if (wanted && !wanted.includes(name)) continue;
      const values = tryDecode(document, table, name);
      if (!values) continue;
      const column = (columns[name] ??= Array.from({ length: rows }, () => null));
      for (let i = 0; i < values.length; i++) column[base + i] = values[i];
    }
    base += table.count;
  }
  return columns;
}

function tryDecode(document: GltfDocument, table: PropertyTable, name: string): unknown[] | null {
  try {
    return readTableColumn(table, name, (view) => document.bufferView(view));
  } catch (error) {
    document.warnings.add(`Property ${name} could not be read: ${(error as Error).message}`);
    return null;
  }
}
