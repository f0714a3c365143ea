import {
  valueAt,
  columnValues,
  ContentError,
  type ForeignJson,
  isBinaryColumn,
  JsonNode,
  type TileTable,
} from '@overlook/shared/tiles3d';
import type { ParseContext } from '../content-platform.ts';
import { flattenHierarchy } from './batch-hierarchy.ts';

/**
 * Columns of a batch table by name, one value per batch: JSON columns as they are, binary ones as numbers or, for vectors,
 * arrays of numbers. A batch table hierarchy is flattened into further columns. What cannot be read is left out, with a
 * warning. Null when the table has none of the wanted columns.
 */
export function readBatchTable(
  table: TileTable,
  batchLength: number,
  warnings: string[],
  wanted: ParseContext['properties'],
): Record<string, unknown[]> | null {
  const columns: Record<string, unknown[]> = {};
  for (const key of table.json.keys()) {
    if (key === 'extensions' || key === 'extras' || key === 'HIERARCHY') continue;
    if (wanted && !wanted.includes(key)) continue;
    const column = table.json.get(key);
    const values = withoutBroken(key, warnings, () => columnOf(table, column, batchLength));
    if (values) columns[key] = values;
  }
  const hierarchy = valueAt(table.json.value, HIERARCHY) ?? valueAt(table.json.value, ['HIERARCHY']);
  const isComplete = wanted?.every((name) => name in columns) ?? false;
  const inherited =
    hierarchy &&
    !isComplete &&
    withoutBroken('hierarchy', warnings, () =>
      flattenHierarchy(hierarchy as ForeignJson, batchLength, (property, count) =>
        Array.isArray(property)
          ? property
          : binaryColumn(table, new JsonNode(property, null, 'batch table hierarchy'), count),
      ),
    );
  for (const [name, values] of Object.entries(inherited || {}))
    if (!wanted || wanted.includes(name)) columns[name] = values;
  return Object.keys(columns).length > 0 ? columns : null;
}

const HIERARCHY = ['extensions', '3DTILES_batch_table_hierarchy'];

/** The result of `read` for a property; null, with a warning, where the file is wrong there. */
export function withoutBroken<T>(property: string, warnings: string[], read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    warnings.push(`Property ${property} could not be read: ${error.message}`);
    return null;
  }
}

/** Null for what is no column. */
function columnOf(table: TileTable, column: JsonNode, count: number): unknown[] | null {
  if (Array.isArray(column.value)) return column.value;
  return isBinaryColumn(column) ? binaryColumn(table, column, count) : null;
}

function binaryColumn(table: TileTable, column: JsonNode, count: number): unknown[] {
  const { array, size } = columnValues(table, column, count);
  if (size === 1) return Array.from(array);
  return Array.from({ length: count }, (_, i) => Array.from(array.subarray(i * size, (i + 1) * size)));
}
