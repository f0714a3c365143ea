import { composeTransform, IDENTITY, type Mat4, toMat4 } from '@overlook/shared/maths';
import type { JsonNode } from '@overlook/shared/tiles3d';

/** The matrix of a node of a glTF: its `matrix`, or its translation, rotation and scale (glTF 2.0 §3.5.3). */
export function nodeMatrix(node: JsonNode): Mat4 {
  const matrix = node.optional('matrix')?.numbers(16);
  if (matrix) return toMat4(matrix);
  const translation = node.optional('translation')?.numbers(3);
  const rotation = node.optional('rotation')?.numbers(4);
  const scale = node.optional('scale')?.numbers(3);
  return translation || rotation || scale ? composeTransform(translation, rotation, scale) : IDENTITY;
}
