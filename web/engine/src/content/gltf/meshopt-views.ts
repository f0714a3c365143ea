import { MalformedContentError } from '@overlook/shared/tiles3d';
import type { MeshoptDecoder, ParseContext } from '../content-platform.ts';
import { viewBytes } from './buffer-views.ts';
import type { GltfJson } from './gltf-schema.ts';

/** The fields of EXT_meshopt_compression and its successor KHR_meshopt_compression on a buffer view. */
interface MeshoptView {
  buffer: number;
  byteOffset?: number;
  byteLength: number;
  byteStride: number;
  count: number;
  mode: string;
  filter?: string;
}

/** A compressed stream hardly grows more than this; a larger claim comes from a damaged file. */
const MAX_UNPACKED_BYTES = 2 ** 30;

/** The meshopt-compressed buffer views of a glTF, unpacked, by index. The decoder is loaded only when there is one. */
export async function unpackMeshoptViews(
  json: GltfJson,
  buffers: (Uint8Array | null)[],
  context: ParseContext,
): Promise<Map<number, Uint8Array>> {
  const unpacked = new Map<number, Uint8Array>();
  let decoder: MeshoptDecoder | null = null;
  for (const [index, view] of (json.bufferViews ?? []).entries()) {
    const packed: MeshoptView | undefined =
      view.extensions?.['EXT_meshopt_compression'] ?? view.extensions?.['KHR_meshopt_compression'];
    if (!packed) continue;
    const where = `${context.name}, buffer view ${index}`;
    const sizeBytes = packed.count * packed.byteStride;
    if (!Number.isInteger(sizeBytes) || sizeBytes < 0 || sizeBytes > MAX_UNPACKED_BYTES) {
      throw new MalformedContentError(where, `${packed.count} elements of ${packed.byteStride} bytes cannot be.`);
    }
    decoder ??= await context.platform.meshopt();
    const target = new Uint8Array(sizeBytes);
    const source = viewBytes(packed, buffers, where);
    try {
      decoder.decodeGltfBuffer(target, packed.count, packed.byteStride, source, packed.mode, packed.filter ?? 'NONE');
    } catch (error) {
      throw new MalformedContentError(where, `the meshopt data is damaged (${(error as Error).message}).`);
    }
    unpacked.set(index, target);
  }
  return unpacked;
}
