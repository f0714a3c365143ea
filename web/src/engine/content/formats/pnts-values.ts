import { COMPONENT_TYPES, TYPE_SIZES, readComponents } from '../accessors.ts';
import type { Attribute } from '../content.ts';
import { type BinaryColumn, isBinaryColumn } from './batch-table.ts';
import type { DracoPoints } from './pnts-draco.ts';
import type { TableSections } from './feature-table.ts';

/** Numeric batch-table columns of a point cloud without batches: one element per point, from the Draco data or the binary. */
export function readPointValues(
  table: TableSections,
  draco: DracoPoints | null,
  count: number,
  name: string,
): Record<string, Attribute> {
  const values: Record<string, Attribute> = {};
  for (const [key, column] of Object.entries(table.json)) {
    if (!isBinaryColumn(column)) continue;
    const attribute = draco?.[key] ?? readColumn(table.binary, column, count, `${name}, ${key}`);
    if (attribute) values[key] = attribute;
  }
  return values;
}

/** Null for types that no vertex attribute can hold: matrices. Doubles and signed 32-bit integers become floats. */
function readColumn(binary: Uint8Array, column: BinaryColumn, count: number, where: string): Attribute | null {
  const componentType = COMPONENT_TYPES[column.componentType];
  const size = TYPE_SIZES[column.type];
  if (componentType === undefined || size === undefined || size > 4) return null;
  const { byteOffset } = column;
  if (componentType === 5124 || componentType === 5130) {
    const Wide = componentType === 5124 ? Int32Array : Float64Array;
    const bytes = readComponents(
      binary,
      { componentType: 5121, count: count * size * Wide.BYTES_PER_ELEMENT, size: 1, byteOffset },
      where,
    );
    return {
      value: Float32Array.from(new Wide(bytes.buffer as ArrayBuffer)),
      size: size as Attribute['size'],
      normalized: false,
    };
  }
  const value = readComponents(binary, { componentType, count, size, byteOffset }, where);
  return { value, size: size as Attribute['size'], normalized: false };
}
