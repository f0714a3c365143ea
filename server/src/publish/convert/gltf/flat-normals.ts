import { type Vec3, cross, normalize, subtract } from '@overlook/shared/maths';
import type { CadGeometry } from '../cad-model.ts';

/** The geometry with the normal of its triangle at each corner, as glTF asks where a mesh brings none (§3.7.2.1). */
export function flatNormals({ positions, indices, colours }: CadGeometry): CadGeometry {
  const out = {
    positions: new Float32Array(indices.length * 3),
    normals: new Float32Array(indices.length * 3),
    indices: Uint32Array.from(indices, (_, i) => i),
    colours: colours && new Uint8Array(indices.length * 4),
  };
  const at = (corner: number): Vec3 => {
    const k = 3 * indices[corner]!;
    return [positions[k]!, positions[k + 1]!, positions[k + 2]!];
  };
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [at(i), at(i + 1), at(i + 2)];
    const normal = normalize(cross(subtract(b, a), subtract(c, a)));
    [a, b, c].forEach((point, corner) => {
      out.positions.set(point, 3 * (i + corner));
      out.normals.set(normal, 3 * (i + corner));
      const vertex = indices[i + corner]!;
      if (colours) out.colours!.set(colours.subarray(4 * vertex, 4 * vertex + 4), 4 * (i + corner));
    });
  }
  return out;
}
