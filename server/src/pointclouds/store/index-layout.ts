/** `index.bin` (docs/point-store.md): a head and a row a node, little-endian. */
import type { StoreNode } from './store-index.ts';

export const INDEX_MAGIC = 'OVPI';
export const INDEX_VERSION = 1;

/** Byte offsets in the head. */
export const INDEX_HEAD = {
  /** char × 4 */
  magic: 0,
  /** uint32 */
  version: 4,
  nodes: 8,
  rowBytes: 12,
  /** uint64, of all nodes */
  points: 16,
  /** uint32: of all rows; of the bytes of the head before it. */
  rowsCrc32c: 24,
  headCrc32c: 28,
} as const;
export const INDEX_HEAD_BYTES = 32;

/** Byte offsets in a row. */
export const INDEX_ROW = {
  /** uint8 */
  level: 0,
  /** uint8: bit 0 for a leaf */
  flags: 1,
  /** uint16 */
  file: 2,
  /** uint32 × 3 */
  cell: 4,
  /** uint32 */
  points: 16,
  bytes: 20,
  /** uint64 */
  offset: 24,
  /** float64, units */
  spacing: 32,
  /** int32 × 3 */
  minimum: 40,
  maximum: 52,
  /** uint32 */
  crc32c: 64,
} as const;
/** The last four bytes are 0, so that doubles of all rows are aligned. */
export const INDEX_ROW_BYTES = 72;
export const LEAF_FLAG = 1;

/** Level and cell of a node as messages name it: "3-1-2-0". */
export const nodeName = ({ level, cell }: Pick<StoreNode, 'level' | 'cell'>): string => `${level}-${cell.join('-')}`;

/** The order of rows: level, Morton code of the cell (x in bit 0), file, offset. */
export function compareNodes(a: StoreNode, b: StoreNode): number {
  return a.level - b.level || compareMorton(a.cell, b.cell) || a.file - b.file || a.offset - b.offset;
}

/** The axis whose numbers differ in the highest bit decides; of several such axes z, then y. */
function compareMorton(a: StoreNode['cell'], b: StoreNode['cell']): number {
  let deciding = 2;
  let difference = a[2] ^ b[2];
  for (const axis of [1, 0] as const) {
    const other = a[axis] ^ b[axis];
    if (Math.clz32(other) < Math.clz32(difference)) {
      deciding = axis;
      difference = other;
    }
  }
  return a[deciding]! - b[deciding]!;
}
