import type { CadGeometry } from '../../formats/triangle-corners.ts';

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

/** A geometry of some triangles of another, three vertices each, with only the vertices that they use. */
export function usedVertices(geometry: CadGeometry, corners: Uint32Array): CadGeometry {
  const count = geometry.positions.length / 3;
  // Most meshes use all their vertices.
  if (count <= corners.length && usesAll(corners, count)) return { ...geometry, indices: corners };
  const numbers = new Map<number, number>();
  const indices = corners.map((vertex) => {
    const known = numbers.get(vertex);
    if (known !== undefined) return known;
    numbers.set(vertex, numbers.size);
    return numbers.size - 1;
  });
  return pickVertices(geometry, [...numbers.keys()], indices);
}

function usesAll(corners: Uint32Array, count: number): boolean {
  const seen = new Uint8Array(count);
  let used = 0;
  for (const vertex of corners) if (seen[vertex] === 0) [seen[vertex], used] = [1, used + 1];
  return used === count;
}

function gathered<T extends Float32Array | Uint8Array>(from: T, to: T, vertices: ArrayLike<number>, size: number): T {
  for (let i = 0; i < vertices.length; i++)
    for (let k = 0; k < size; k++) to[i * size + k] = from[vertices[i]! * size + k]!;
  return to;
}
