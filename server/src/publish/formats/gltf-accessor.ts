import type { GltfAccessor, GltfData } from '@overlook/shared/gltf';
import type { ComponentArray } from '@overlook/shared/tiles3d';

/** The values of an accessor as they are stored; null for one without any: its primitive is compressed, or everything is zero. */
export const storedValues = (data: GltfData, accessor: GltfAccessor): ComponentArray | null =>
  accessor.bufferView === null && !accessor.sparse ? null : data.values(accessor);
