import type { Node } from '@gltf-transform/core';
import type { InstancedMesh } from '@gltf-transform/extensions';
import { composeTransform, type Mat4, multiply } from '@overlook/shared/maths';

/** The matrices of a node's mesh: one, or one per instance of EXT_mesh_gpu_instancing. */
export function instancesOf(node: Node, toModel: Mat4): Mat4[] {
  const instanced = node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing');
  if (!instanced) return [toModel];
  const [translations, rotations, scales] = ['TRANSLATION', 'ROTATION', 'SCALE'].map((name) =>
    instanced.getAttribute(name),
  );
  const count = (translations ?? rotations ?? scales)?.getCount() ?? 0;
  return Array.from({ length: count }, (_, i) =>
    multiply(
      toModel,
      composeTransform(
        translations?.getElement(i, [0, 0, 0]),
        rotations?.getElement(i, [0, 0, 0, 1]),
        scales?.getElement(i, [1, 1, 1]),
      ),
    ),
  );
}
