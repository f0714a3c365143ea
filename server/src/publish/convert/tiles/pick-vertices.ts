import type { CadGeometry } from '../cad-model.ts';

/** A geometry of some vertices of another, in the order of `vertices`, which `indices` count in. */
export function pickVertices(
  { positions, normals, colours }: CadGeometry,
  vertices: ArrayLike<number>,
  indices: Uint32Array,
): CadGeometry {
  const count = vertices.length;
  return {
    positions: gathered(positions, new Float32Array(count * 3), vertices, 3),
    normals: gathered(normals, new Float32Array(count * 3), vertices, 3),
    indices,
    colours: colours && gathered(colours, new Uint8Array(count * 4), vertices, 4),
  };
}

function gathered<T extends Float32Array | Uint8Array>(from: T, to: T, vertices: ArrayLike<number>, size: number): T {
  for (let i = 0; i < vertices.length; i++)
    for (let k = 0; k < size; k++) to[i * size + k] = from[vertices[i]! * size + k]!;
  return to;
}
