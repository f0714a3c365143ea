import { type Vec3, cross, length, normalize, subtract } from '@overlook/shared/maths';
import type { MeshBuffer } from './mesh-buffer.ts';

/**
 * The normals of a mesh, flat xyz. A surface has no normal at a tip (that of a cone): such a vertex gets the normal of
 * one of its triangles, because glTF requires normals of length 1.
 */
export function unitNormals({ normals, positions, indices }: MeshBuffer): Float32Array {
  const out = normals.filled.slice();
  const at = (array: Float32Array, vertex: number): Vec3 => [
    array[3 * vertex]!,
    array[3 * vertex + 1]!,
    array[3 * vertex + 2]!,
  ];
  const hasNormal = (vertex: number) => length(at(out, vertex)) > 0;
  for (let i = 0; i < indices.length; i += 3) {
    const corners = indices.filled.subarray(i, i + 3);
    if (corners.every(hasNormal)) continue;
    const [a, b, c] = Array.from(corners, (vertex) => at(positions.filled, vertex)) as [Vec3, Vec3, Vec3];
    const across = normalize(cross(subtract(b, a), subtract(c, a)));
    for (const vertex of corners) if (!hasNormal(vertex)) out.set(across, 3 * vertex);
  }
  // A vertex of no triangle is not drawn.
  for (let vertex = 0; 3 * vertex < out.length; vertex++) if (!hasNormal(vertex)) out.set([0, 0, 1], 3 * vertex);
  return out;
}
