import { composeTransform, type Mat4, multiply } from '@overlook/shared/maths';
import type { JsonNode } from '@overlook/shared/tiles3d';
import type { Accessors } from './accessors.ts';

/** The matrices of a node's mesh: one, or one per instance of EXT_mesh_gpu_instancing. Throws `ContentError`. */
export function instancesOf(node: JsonNode, accessors: Accessors, toModel: Mat4): Mat4[] {
  const attributes = node.optional('extensions')?.optional('EXT_mesh_gpu_instancing')?.optional('attributes');
  if (!attributes) return [toModel];
  const read = (name: string, size: number) => {
    const reference = attributes.optional(name);
    if (!reference) return null;
    const accessor = accessors.named(reference);
    if (accessor.size !== size) accessor.json.get('type').fail(`is no type for ${name} of instances.`);
    const values = accessors.floats(accessor);
    return { count: accessor.count, at: (i: number) => values.subarray(size * i, size * (i + 1)) };
  };
  const [translations, rotations, scales] = [read('TRANSLATION', 3), read('ROTATION', 4), read('SCALE', 3)];
  const given = [translations, rotations, scales].filter((one) => one !== null);
  const count = given[0]?.count ?? 0;
  if (given.some((one) => one.count !== count)) attributes.fail('has lists of different lengths.');
  return Array.from({ length: count }, (_, i) =>
    multiply(toModel, composeTransform(translations?.at(i), rotations?.at(i), scales?.at(i))),
  );
}
