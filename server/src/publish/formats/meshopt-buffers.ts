import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { MalformedContentError, type JsonNode } from '@overlook/shared/tiles3d';
import type { Gltf } from './gltf.ts';

type Buffers = (Uint8Array | null)[];

/**
 * The buffers of a glTF with those filled that EXT_meshopt_compression describes and no file brings. Throws
 * `ContentError` where the compressed bytes are damaged.
 */
export async function decodeMeshopt(gltf: Gltf, buffers: Buffers): Promise<Buffers> {
  const filled = [...buffers];
  for (const [index, view] of gltf.json.list('bufferViews').entries()) {
    const compression = view.optional('extensions')?.optional('EXT_meshopt_compression');
    if (!compression) continue;
    await MeshoptDecoder.ready;
    const { buffer, byteOffset, byteLength } = gltf.bufferViews[index]!;
    const target = (filled[buffer] ??= new Uint8Array(gltf.buffers[buffer]!.byteLength));
    decodeView(target.subarray(byteOffset, byteOffset + byteLength), compression, buffers);
  }
  return filled;
}

function decodeView(target: Uint8Array, compression: JsonNode, buffers: Buffers): void {
  const index = compression.get('buffer').index(buffers.length, 'buffers');
  const source = buffers[index] ?? compression.get('buffer').fail('has no bytes.');
  const from = compression.optional('byteOffset')?.integer() ?? 0;
  const byteLength = compression.get('byteLength').integer(1);
  if (from + byteLength > source.byteLength) compression.fail('does not fit into its buffers.');
  decodeMeshoptView(target, source.subarray(from, from + byteLength), compression);
}

/**
 * Decompresses `source` into `target`, as the extension of its buffer view states. `MeshoptDecoder.ready` must
 * have been awaited. Throws `ContentError`.
 */
export function decodeMeshoptView(target: Uint8Array, source: Uint8Array, compression: JsonNode): void {
  const [count, stride] = [compression.get('count').integer(1), compression.get('byteStride').integer(1)];
  if (count * stride > target.byteLength) compression.fail('does not fit into its buffers.');
  try {
    MeshoptDecoder.decodeGltfBuffer(
      target,
      count,
      stride,
      source,
      compression.get('mode').string(),
      compression.optional('filter')?.string(),
    );
  } catch {
    throw new MalformedContentError(compression.place, 'is damaged: its bytes are not what meshopt writes.');
  }
}
