import { type Vec3, add, cross, dot, subtract } from '@overlook/shared/maths';
import type { TileMesh } from '../tile-mesh.ts';

export interface MeshFacts {
  /** Cubic metres, to the litre; negative where the triangles are inside out. */
  readonly volume: number;
  /** The share of the triangles whose normals agree with their winding. */
  readonly agreeing: number;
}

export function meshFacts({ positions, normals, indices }: TileMesh): MeshFacts {
  const at = (values: Float32Array, i: number): Vec3 => {
    const k = 3 * indices[i]!;
    return [values[k]!, values[k + 1]!, values[k + 2]!];
  };
  let [volume, agreeing] = [0, 0];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [at(positions, i), at(positions, i + 1), at(positions, i + 2)];
    volume += dot(a, cross(b, c)) / 6;
    const outward = add(add(at(normals, i), at(normals, i + 1)), at(normals, i + 2));
    if (dot(cross(subtract(b, a), subtract(c, a)), outward) > 0) agreeing++;
  }
  return { volume: Math.round(volume * 1000) / 1000, agreeing: agreeing / (indices.length / 3) };
}
