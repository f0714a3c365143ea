import { type ComponentArray, readComponents } from '@overlook/shared/tiles3d';
import type { Gltf, GltfAccessor } from './gltf.ts';

/**
 * The values of an accessor, flat, `count × size` long; integers are not normalised. Null when they cannot be read plainly:
 * compressed by an extension, sparse, or in a buffer that is not given.
 */
export function accessorValues(
  gltf: Gltf,
  accessor: GltfAccessor,
  buffers: readonly (Uint8Array | null)[],
): ComponentArray | null {
  if (accessor.bufferView === null || accessor.isSparse) return null;
  const view = gltf.bufferViews[accessor.bufferView]!;
  const buffer = buffers[view.buffer];
  if (!buffer) return null;
  const { size, count, componentType, place } = accessor;
  const byteOffset = view.byteOffset + accessor.byteOffset;
  return readComponents(buffer, { componentType, count, size, byteOffset, byteStride: view.byteStride ?? 0 }, place);
}
