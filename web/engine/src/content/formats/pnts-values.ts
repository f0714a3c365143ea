import { columnValues, isBinaryColumn, type JsonNode, type TileTable } from '@overlook/shared/tiles3d';
import type { Attribute } from '../points/scan-values.ts';
import { packScanValues, type ScanValueName, type ScanValues, scanValueOf } from '../points/scan-values.ts';
import { withoutBroken } from './batch-table.ts';
import type { DracoPoints } from './pnts-draco.ts';

/** The values of each point from batch-table columns of a cloud without batches, from the Draco data or the binary. */
export function readPointScan(
  table: TileTable,
  draco: DracoPoints | null,
  count: number,
  warnings: string[],
): ScanValues | null {
  const values: Partial<Record<ScanValueName, Attribute>> = {};
  for (const key of table.json.keys()) {
    const name = scanValueOf(key);
    const column = table.json.get(key);
    if (!name || !isBinaryColumn(column)) continue;
    const attribute = draco?.[key] ?? withoutBroken(key, warnings, () => readColumn(table, column, count));
    if (attribute) values[name] = attribute;
  }
  return packScanValues(values, count);
}

/** Null for vectors and matrices. Doubles and signed 32-bit integers become floats. */
function readColumn(table: TileTable, column: JsonNode, count: number): Attribute | null {
  const { array, size } = columnValues(table, column, count);
  if (size > 1) return null;
  const isWide = array instanceof Int32Array || array instanceof Float64Array;
  return { value: isWide ? Float32Array.from(array) : array, size: 1, normalized: false };
}
