import { AXES } from '@overlook/shared/maths';
import { crc32c } from '@overlook/shared/point-files';
import {
  compareNodes,
  INDEX_HEAD,
  INDEX_HEAD_BYTES,
  INDEX_MAGIC,
  INDEX_ROW,
  INDEX_ROW_BYTES,
  INDEX_VERSION,
  LEAF_FLAG,
} from './index-layout.ts';
import type { StoreNode } from './store-index.ts';

/** The bytes of `index.bin`. Nodes may come in any order. */
export function encodeIndex(nodes: readonly StoreNode[]): Uint8Array {
  const bytes = new Uint8Array(INDEX_HEAD_BYTES + nodes.length * INDEX_ROW_BYTES);
  const view = new DataView(bytes.buffer);
  const sorted = [...nodes].sort(compareNodes);
  let points = 0;
  for (const [row, node] of sorted.entries()) {
    writeRow(view, INDEX_HEAD_BYTES + row * INDEX_ROW_BYTES, node);
    points += node.points;
  }
  for (let at = 0; at < INDEX_MAGIC.length; at++) bytes[INDEX_HEAD.magic + at] = INDEX_MAGIC.charCodeAt(at);
  view.setUint32(INDEX_HEAD.version, INDEX_VERSION, true);
  view.setUint32(INDEX_HEAD.nodes, nodes.length, true);
  view.setUint32(INDEX_HEAD.rowBytes, INDEX_ROW_BYTES, true);
  view.setBigUint64(INDEX_HEAD.points, BigInt(points), true);
  view.setUint32(INDEX_HEAD.rowsCrc32c, crc32c(bytes.subarray(INDEX_HEAD_BYTES)), true);
  view.setUint32(INDEX_HEAD.headCrc32c, crc32c(bytes.subarray(0, INDEX_HEAD.headCrc32c)), true);
  return bytes;
}

function writeRow(view: DataView, at: number, node: StoreNode): void {
  view.setUint8(at + INDEX_ROW.level, node.level);
  view.setUint8(at + INDEX_ROW.flags, node.isLeaf ? LEAF_FLAG : 0);
  view.setUint16(at + INDEX_ROW.file, node.file, true);
  view.setUint32(at + INDEX_ROW.points, node.points, true);
  view.setUint32(at + INDEX_ROW.bytes, node.bytes, true);
  view.setBigUint64(at + INDEX_ROW.offset, BigInt(node.offset), true);
  view.setFloat64(at + INDEX_ROW.spacing, node.spacing, true);
  view.setUint32(at + INDEX_ROW.crc32c, node.crc32c, true);
  for (const axis of AXES) {
    view.setUint32(at + INDEX_ROW.cell + 4 * axis, node.cell[axis], true);
    view.setInt32(at + INDEX_ROW.minimum + 4 * axis, node.minimum[axis], true);
    view.setInt32(at + INDEX_ROW.maximum + 4 * axis, node.maximum[axis], true);
  }
}
