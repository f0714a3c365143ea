import { writeTransform } from '../maths/index.ts';
import type { JsonNode } from '../tiles3d/index.ts';
import { decodedDoubles } from './decoded-numbers.ts';
import type { GltfData } from './gltf-data.ts';

/** Attributes of EXT_mesh_gpu_instancing with their components. */
const SIZES = { TRANSLATION: 3, ROTATION: 4, SCALE: 3 } as const;

/** The attributes of a node's instances by name: the numbers of accessors; null for a node without them. */
export const instancingOf = (node: JsonNode): JsonNode | null =>
  node.optional('extensions')?.optional('EXT_mesh_gpu_instancing')?.optional('attributes') ?? null;

/**
 * The matrices of a node's instances, in the node's frame: 16 doubles each, column-major. Null for a node without
 * EXT_mesh_gpu_instancing. Throws `ContentError`.
 */
export function readInstances(node: JsonNode, data: GltfData): Float64Array | null {
  const attributes = instancingOf(node);
  if (!attributes) return null;
  let count: number | null = null;
  const lists = (['TRANSLATION', 'ROTATION', 'SCALE'] as const).map((name) => {
    const reference = attributes.optional(name);
    if (!reference) return undefined;
    const accessor = data.accessor(reference);
    const size = SIZES[name];
    if (accessor.size !== size) accessor.json.fail(`should have ${size} components, as ${name} of instances.`);
    if (accessor.count !== (count ??= accessor.count))
      attributes.fail('has attributes of instances that differ in length.');
    const values = decodedDoubles(data.values(accessor), accessor.isNormalized);
    return (i: number) => values.subarray(size * i, size * (i + 1));
  });
  const [translation, rotation, scale] = lists;
  const matrices = new Float64Array(16 * (count ?? 0));
  for (let i = 0; 16 * i < matrices.length; i++)
    writeTransform(matrices, 16 * i, translation?.(i), rotation?.(i), scale?.(i));
  return matrices;
}
