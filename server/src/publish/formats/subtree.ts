import { readSubtree, JsonNode } from '@overlook/shared/tiles3d';

/** The parts of a subtree file (3D Tiles 1.1 §8.4): its JSON, and its own binary chunk when it is a binary one. */
export interface SubtreeFile {
  json: JsonNode;
  binary: Uint8Array | null;
}

/** Answers whether the node with this index is available. */
export type Availability = (index: number) => boolean;

/** Reads a subtree, binary or JSON, and checks its lengths. Throws `ContentError`. */
export function parseSubtree(bytes: Uint8Array): SubtreeFile {
  const { json, binary } = readSubtree(bytes);
  return { json: new JsonNode(json), binary };
}

/**
 * Reads one availability object for `count` nodes. `buffers` are the subtree's buffers in order. Throws `ContentError`
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
