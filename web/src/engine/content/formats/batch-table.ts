import { FEATURES_LARGEST } from '@overlook/shared/tiles3d';
import { COMPONENT_TYPES, TYPE_SIZES } from '../accessors.ts';
import type { ForeignJson } from '../foreign-json.ts';
import { MalformedContent } from '../content-errors.ts';
import { flattenHierarchy } from './batch-hierarchy.ts';
import type { TableSections } from './feature-table.ts';

type Reader = (view: DataView, at: number) => number;

const READERS: Record<number, { bytes: number; read: Reader }> = {
  5120: { bytes: 1, read: (v, at) => v.getInt8(at) },
  5121: { bytes: 1, read: (v, at) => v.getUint8(at) },
  5122: { bytes: 2, read: (v, at) => v.getInt16(at, true) },
  5123: { bytes: 2, read: (v, at) => v.getUint16(at, true) },
  5124: { bytes: 4, read: (v, at) => v.getInt32(at, true) },
  5125: { bytes: 4, read: (v, at) => v.getUint32(at, true) },
  5126: { bytes: 4, read: (v, at) => v.getFloat32(at, true) },
  5130: { bytes: 8, read: (v, at) => v.getFloat64(at, true) },
};

/** A BATCH_LENGTH that can be read. Throws MalformedContent where it is larger than any table. */
export function boundedBatchLength(batchLength: number, name: string): number {
  if (batchLength <= FEATURES_LARGEST) return batchLength;
  throw new MalformedContent(`${name}: BATCH_LENGTH is ${batchLength}, more than ${FEATURES_LARGEST}.`);
}

/**
 * Columns of a batch table by name, one value per batch: JSON columns as they are, binary ones as numbers or, for vectors,
 * arrays of numbers. A batch table hierarchy is flattened into further columns. Null when the table is empty.
 */
export function readBatchTable(
  table: TableSections,
  batchLength: number,
  name: string,
): Record<string, unknown[]> | null {
  const columns: Record<string, unknown[]> = {};
  for (const [key, column] of Object.entries(table.json)) {
    if (key === 'extensions' || key === 'extras' || key === 'HIERARCHY') continue;
    if (Array.isArray(column)) columns[key] = column;
    else if (isBinaryColumn(column))
      columns[key] = readBinaryColumn(table.binary, column, batchLength, `${name}, ${key}`);
  }
  const hierarchy: unknown = table.json['extensions']?.['3DTILES_batch_table_hierarchy'] ?? table.json['HIERARCHY'];
  if (hierarchy) {
    const inherited = flattenHierarchy(hierarchy as ForeignJson, batchLength, (property, count) =>
      Array.isArray(property)
        ? property
        : readBinaryColumn(table.binary, property as BinaryColumn, count, `${name}, hierarchy`),
    );
    Object.assign(columns, inherited);
  }
  return Object.keys(columns).length > 0 ? columns : null;
}

/** A column that lies in the binary part. */
export interface BinaryColumn {
  byteOffset: number;
  componentType: string;
  type: string;
}

export function isBinaryColumn(column: unknown): column is BinaryColumn {
  return typeof (column as BinaryColumn | null)?.byteOffset === 'number';
}

function readBinaryColumn(binary: Uint8Array, column: BinaryColumn, count: number, where: string): unknown[] {
  const reader = READERS[COMPONENT_TYPES[column.componentType] ?? 0];
  const size = TYPE_SIZES[column.type];
  if (!reader || !size) throw new MalformedContent(`${where}: ${column.componentType} ${column.type} does not exist.`);
  const end = column.byteOffset + count * size * reader.bytes;
  if (!(column.byteOffset >= 0 && end <= binary.byteLength)) {
    throw new MalformedContent(`${where}: ends at byte ${end} of ${binary.byteLength}.`);
  }
  const view = new DataView(binary.buffer, binary.byteOffset, binary.byteLength);
  const numberAt = (i: number) => reader.read(view, column.byteOffset + i * reader.bytes);
  if (size === 1) return Array.from({ length: count }, (_, i) => numberAt(i));
  return Array.from({ length: count }, (_, i) => Array.from({ length: size }, (__, c) => numberAt(i * size + c)));
}
