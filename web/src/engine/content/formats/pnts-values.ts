import { columnValues, isBinaryColumn, type JsonNode, type TileTable } from '@overlook/shared/tiles3d';
import type { Attribute } from '../content.ts';
import { withoutBroken } from './batch-table.ts';
import type { DracoPoints } from './pnts-draco.ts';

/** Numeric batch-table columns of a point cloud without batches: one element per point, from the Draco data or the binary. */
export function readPointValues(
  table: TileTable,
  draco: DracoPoints | null,
  count: number,
  warnings: string[],
): Record<string, Attribute> {
  const values: Record<string, Attribute> = {};
  for (const key of table.json.keys()) {
    const column = table.json.get(key);
    if (!isBinaryColumn(column)) continue;
    const attribute = draco?.[key] ?? withoutBroken(key, warnings, () => readColumn(table, column, count));
    if (attribute) values[key] = attribute;
  }
  return values;
}

/** Null for types that no vertex attribute can hold: matrices. Doubles and signed 32-bit integers become floats. */
function readColumn(table: TileTable, column: JsonNode, count: number): Attribute | null {
  const { array, size } = columnValues(table, column, count);
  if (size > 4) return null;
  const isWide = array instanceof Int32Array || array instanceof Float64Array;
  return { value: isWide ? Float32Array.from(array) : array, size: size as Attribute['size'], normalized: false };
}
