import { instancingOf, readInstances } from '@overlook/shared/gltf';
import type { JsonNode } from '@overlook/shared/tiles3d';
import { readFeatureIds } from './feature-ids.ts';
import type { FeatureRanges } from './feature-ranges.ts';
import type { GltfDocument } from './gltf-document.ts';
import type { GltfNode } from './gltf-schema.ts';

interface NodeInstances {
  /** 16 doubles each, column-major, in the node's local frame. */
  readonly matrices: Float64Array;
  readonly featureIds: Uint32Array | null;
}

/** EXT_mesh_gpu_instancing and EXT_instance_features of a node; null when it has none. */
export function readNodeInstances(document: GltfDocument, node: JsonNode, ranges: FeatureRanges): NodeInstances | null {
  const matrices = readInstances(node, document.data);
  if (!matrices) return null;
  const accessors = instancingOf(node)!.value as Record<string, number>;
  const read = (name: string) => (accessors[name] === undefined ? null : document.accessor(accessors[name]));
  const sets = (node.value as GltfNode).extensions?.['EXT_instance_features']?.featureIds;
  const ids = readFeatureIds(document, ranges, sets, read, matrices.length / 16);
  return { matrices, featureIds: ids ? Uint32Array.from(ids.value) : null };
}
