import { BadContent } from './bad-content.ts';
import { type JsonNode, parseJson } from './json-node.ts';

const MAGIC_SUBT = 0x74627573;

/** A subtree file taken apart (3D Tiles 1.1 §8.4): its JSON, and its own binary chunk when it is a binary one. */
export interface SubtreeFile {
  json: JsonNode;
  binary: Uint8Array | null;
}

/** Answers whether the node with this index is available. */
export type Availability = (index: number) => boolean;

/** Reads a subtree, binary or JSON, and checks its lengths. Throws `BadContent`. */
export function parseSubtree(bytes: Uint8Array): SubtreeFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 4 || view.getUint32(0, true) !== MAGIC_SUBT) return { json: parseJson(bytes), binary: null };
  if (bytes.byteLength < 24) throw new BadContent('byte 0', `is cut off: ${bytes.byteLength} bytes are too few.`);
  const version = view.getUint32(4, true);
  if (version !== 1) throw new BadContent('byte 4', `has version ${version}; only version 1 is known.`);
  const jsonByteLength = Number(view.getBigUint64(8, true));
  const binaryByteLength = Number(view.getBigUint64(16, true));
  if (24 + jsonByteLength + binaryByteLength > bytes.byteLength)
    throw new BadContent(
      'byte 8',
      `is cut off: its header asks for ${24 + jsonByteLength + binaryByteLength} bytes, there are ${bytes.byteLength}.`,
    );
  const end = 24 + jsonByteLength;
  return {
    json: parseJson(bytes.subarray(24, end), '', 'byte 24'),
    binary: bytes.subarray(end, end + binaryByteLength),
  };
}

/**
 * Reads one availability object for `count` nodes. `buffers` are the subtree's buffers in order. Throws `BadContent`
 * when the bits do not reach.
 */
export function readAvailability(
  node: JsonNode,
  json: JsonNode,
  buffers: readonly Uint8Array[],
  count: number,
): Availability {
  const constant = node.optional('constant');
  if (constant) {
    const value = constant.index(2, 'values') === 1;
    return () => value;
  }
  const views = json.list('bufferViews');
  const entry = node.optional('bitstream') ?? node.optional('bufferView') ?? node.get('bitstream');
  const view = views[entry.index(views.length, 'buffer views')]!;
  const buffer = buffers[view.get('buffer').index(buffers.length, 'buffers')]!;
  const offset = view.get('byteOffset').integer();
  const length = view.get('byteLength').integer(1);
  if (offset + length > buffer.byteLength)
    view.fail(`reaches byte ${offset + length}, but its buffer has ${buffer.byteLength}.`);
  if (length < Math.ceil(count / 8)) view.fail(`has ${length} bytes, too few for ${count} nodes.`);
  return (index) => (buffer[offset + (index >> 3)]! & (1 << (index & 7))) !== 0;
}
