import { AXES } from '@overlook/shared/maths';
import { crc32c } from '@overlook/shared/point-files';
import { DamagedStoreError } from './damaged-store-error.ts';
import {
  compareNodes,
  INDEX_HEAD,
  INDEX_HEAD_BYTES,
  INDEX_MAGIC,
  INDEX_ROW,
  INDEX_ROW_BYTES,
  INDEX_VERSION,
  LEAF_FLAG,
  nodeName,
} from './index-layout.ts';
import { NODE_POINTS_MOST } from './node-columns.ts';
import { STORE_FILES, type StoreDescription, type StoreNode } from './store-index.ts';

/**
 * The rows of `index.bin`, checked against each other and against the description: sums, counts, order, and that each
 * node is in the root cube and its points are in the node. The caller checks the places of blobs, because it knows the
 * sizes of their files. Throws `DamagedStoreError`.
 */
export function decodeIndex(bytes: Uint8Array, description: StoreDescription): StoreNode[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkHead(bytes, view, description);
  const nodes: StoreNode[] = [];
  let points = 0;
  for (let row = 0; row < description.nodes; row++) {
    const node = readRow(view, INDEX_HEAD_BYTES + row * INDEX_ROW_BYTES);
    const fault =
      nodeFault(node, description) ??
      (row > 0 && compareNodes(nodes[row - 1]!, node) >= 0 ? 'the rows are not sorted' : null);
    if (fault !== null) throw damaged(fault, `row ${row}, node ${nodeName(node)}`);
    nodes.push(node);
    points += node.points;
  }
  if (points !== description.points)
    throw damaged(`the nodes hold ${points} points, the cloud has ${description.points}`);
  return nodes;
}

const damaged = (reason: string, place = ''): DamagedStoreError =>
  new DamagedStoreError(STORE_FILES.index, place, reason);

function checkHead(bytes: Uint8Array, view: DataView, { nodes, points }: StoreDescription): void {
  if (bytes.length < INDEX_HEAD_BYTES) throw damaged(`it has ${bytes.length} bytes, fewer than its head`);
  const magic = String.fromCharCode(...bytes.subarray(INDEX_HEAD.magic, INDEX_HEAD.magic + INDEX_MAGIC.length));
  if (magic !== INDEX_MAGIC) throw damaged('it is no index of a point store');
  const version = view.getUint32(INDEX_HEAD.version, true);
  if (version !== INDEX_VERSION) throw damaged(`its version is ${version}, this program reads ${INDEX_VERSION}`);
  if (crc32c(bytes.subarray(0, INDEX_HEAD.headCrc32c)) !== view.getUint32(INDEX_HEAD.headCrc32c, true)) {
    throw damaged('the checksum of its head is wrong');
  }
  const claimedNodes = view.getUint32(INDEX_HEAD.nodes, true);
  const claimedPoints = Number(view.getBigUint64(INDEX_HEAD.points, true));
  if (claimedNodes !== nodes || claimedPoints !== points) {
    const [told, expected] = [`${claimedPoints} points in ${claimedNodes} nodes`, `${points} in ${nodes}`];
    throw damaged(`it has ${told}, ${STORE_FILES.description} has ${expected}`);
  }
  const expectedBytes = INDEX_HEAD_BYTES + nodes * INDEX_ROW_BYTES;
  if (view.getUint32(INDEX_HEAD.rowBytes, true) !== INDEX_ROW_BYTES || bytes.length !== expectedBytes) {
    throw damaged(`it has ${bytes.length} bytes where ${expectedBytes} were expected`);
  }
  if (crc32c(bytes.subarray(INDEX_HEAD_BYTES)) !== view.getUint32(INDEX_HEAD.rowsCrc32c, true)) {
    throw damaged('the checksum of its rows is wrong');
  }
}

function readRow(view: DataView, at: number): StoreNode {
  const uint = (offset: number) => view.getUint32(at + offset, true);
  const int = (offset: number) => view.getInt32(at + offset, true);
  const { cell, minimum, maximum } = INDEX_ROW;
  return {
    level: view.getUint8(at + INDEX_ROW.level),
    cell: [uint(cell), uint(cell + 4), uint(cell + 8)],
    points: uint(INDEX_ROW.points),
    isLeaf: (view.getUint8(at + INDEX_ROW.flags) & LEAF_FLAG) !== 0,
    spacing: view.getFloat64(at + INDEX_ROW.spacing, true),
    file: view.getUint16(at + INDEX_ROW.file, true),
    offset: Number(view.getBigUint64(at + INDEX_ROW.offset, true)),
    bytes: uint(INDEX_ROW.bytes),
    crc32c: uint(INDEX_ROW.crc32c),
    minimum: [int(minimum), int(minimum + 4), int(minimum + 8)],
    maximum: [int(maximum), int(maximum + 4), int(maximum + 8)],
  };
}

/** The fault of a single row, or null. */
function nodeFault(node: StoreNode, { rootBits, minimum }: StoreDescription): string | null {
  if (node.level > rootBits) return `the level is above ${rootBits}`;
  if (node.points === 0 || node.points > NODE_POINTS_MOST) return `it claims ${node.points} points`;
  if (!(node.spacing >= 0 && node.spacing < 2 ** 33)) return `it claims a spacing of ${node.spacing}`;
  const side = 2 ** (rootBits - node.level);
  for (const axis of AXES) {
    const corner = minimum[axis] + node.cell[axis] * side;
    const [low, high] = [node.minimum[axis], node.maximum[axis]];
    if (node.cell[axis] >= 2 ** node.level) return 'the cell is outside the root cube';
    if (!(corner <= low && low <= high && high < corner + side)) return 'its bounds are outside its cell';
  }
  return null;
}
