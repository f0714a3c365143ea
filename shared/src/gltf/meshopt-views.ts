import type { JsonNode } from '../tiles3d/index.ts';
import type { GltfLists } from './gltf-lists.ts';

/** Decodes one meshopt stream into `target` (count · byteStride bytes); throws an Error on damaged input. */
export interface MeshoptDecoder {
  decodeGltfBuffer(
    target: Uint8Array,
    count: number,
    byteStride: number,
    source: Uint8Array,
    mode: string,
    filter?: string,
  ): void;
}

/** The extension, and its successor with the same members. */
const EXTENSIONS = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;

/** A compressed stream hardly grows more than this; a larger claim comes from a damaged file. */
const UNPACKED_LARGEST_BYTES = 2 ** 30;

/** The meshopt extension of a buffer view, or of a buffer that only compressed views fill; null without one. */
export function compressionOf(viewOrBuffer: JsonNode): JsonNode | null {
  const extensions = viewOrBuffer.optional('extensions');
  return (extensions && EXTENSIONS.map((name) => extensions.optional(name)).find(Boolean)) ?? null;
}

/** Whether a buffer view is compressed, so that the decoder has to be loaded. */
export function usesMeshopt(lists: GltfLists): boolean {
  for (let i = 0; i < lists.count('bufferViews'); i++) if (compressionOf(lists.entry('bufferViews', i))) return true;
  return false;
}

/** The bytes of a compressed view. Throws `MalformedContentError` where they are damaged, or do not fit into it. */
export function unpackMeshopt(
  byteLength: number,
  source: () => Uint8Array,
  compression: JsonNode,
  decoder: MeshoptDecoder | null,
): Uint8Array {
  const [count, byteStride] = [compression.get('count').integer(), compression.get('byteStride').integer(1)];
  if (byteLength > UNPACKED_LARGEST_BYTES)
    compression.fail(`makes ${byteLength} bytes, which is more than can be read.`);
  if (count * byteStride > byteLength) compression.fail(`makes more than the ${byteLength} bytes of its buffer view.`);
  const [mode, filter] = [compression.get('mode').string(), compression.optional('filter')?.string()];
  const packed = source();
  const target = new Uint8Array(byteLength);
  if (!decoder) throw new Error('The decoder of meshopt has not been loaded.');
  try {
    decoder.decodeGltfBuffer(target, count, byteStride, packed, mode, filter);
  } catch {
    compression.fail('is damaged: its bytes are not what meshopt writes.');
  }
  return target;
}
