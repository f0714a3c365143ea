import { MalformedContentError } from '@overlook/shared/tiles3d';
import { toFloats } from '../accessors.ts';
import { writeTransform } from '@overlook/shared/maths';
import { readFeatureIds } from './feature-ids.ts';
import type { FeatureRanges } from './feature-ranges.ts';
import type { GltfDocument } from './gltf-document.ts';
import type { GltfNode } from './gltf-schema.ts';

export interface NodeInstances {
  /** 16 doubles each, column-major, in the node's local frame. */
  matrices: Float64Array;
  featureIds: Uint32Array | null;
}

/** EXT_mesh_gpu_instancing and EXT_instance_features of a node; null when it has none. */
export function readInstances(document: GltfDocument, node: GltfNode, ranges: FeatureRanges): NodeInstances | null {
  const accessors: Record<string, number> | undefined = node.extensions?.['EXT_mesh_gpu_instancing']?.attributes;
  if (!accessors) return null;
  const read = (name: string) => (accessors[name] === undefined ? null : document.accessor(accessors[name]));
  const floats = (name: string, size: number) => {
    const attribute = read(name);
    if (!attribute) return null;
    if (attribute.size === size) return toFloats(attribute);
    throw new MalformedContentError(document.context.name, `instance ${name} has ${attribute.size} components.`);
  };
  const translations = floats('TRANSLATION', 3);
  const rotations = floats('ROTATION', 4);
  const scales = floats('SCALE', 3);
  const count = (translations?.length ?? scales?.length ?? 0) / 3 || (rotations?.length ?? 0) / 4;
  for (const [values, size] of [
    [translations, 3],
    [rotations, 4],
    [scales, 3],
  ] as const) {
    if (values && values.length !== count * size) {
      throw new MalformedContentError(document.context.name, 'instance attributes differ in length.');
    }
  }
  const matrices = new Float64Array(count * 16);
  for (let i = 0; i < count; i++) {
    const t = translations?.subarray(i * 3, i * 3 + 3);
    const q = rotations?.subarray(i * 4, i * 4 + 4);
    const s = scales?.subarray(i * 3, i * 3 + 3);
    writeTransform(matrices, i * 16, t, q, s);
  }
  const sets = node.extensions?.['EXT_instance_features']?.featureIds;
  const ids = readFeatureIds(document, ranges, sets, read, count);
  return { matrices, featureIds: ids ? Uint32Array.from(ids.value) : null };
}
