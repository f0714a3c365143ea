import { type Vec3, cross, normalize, subtract } from '@overlook/shared/maths';

/** A triangle mesh that parts place any number of times. Sharp edges have their vertices twice. */
export interface CadGeometry {
  /** Flat xyz in the mesh's own frame, length 3n. */
  readonly positions: Float32Array;
  /** Flat unit xyz, length 3n. */
  readonly normals: Float32Array;
  /** Three vertices per triangle, counter-clockwise from outside. */
  readonly indices: Uint32Array;
  /** sRGB red, green, blue and alpha of each vertex, 0 to 255, length 4n; multiplied with the part's. Null for white. */
  readonly colours: Uint8Array | null;
}

/** The geometry with the normal of its triangle at each corner, as glTF requires where a mesh has none (§3.7.2.1). */
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

/** The meaning of a primitive's indices (glTF 2.0 §3.7.2.1). */
const MODE = { triangles: 4, strip: 5, fan: 6 } as const;

/** Three vertices a triangle of a primitive of triangles, a strip or a fan; null for points and lines. */
export function triangleCorners(mode: number, corners: Uint32Array): Uint32Array | null {
  if (mode === MODE.triangles) return corners.subarray(0, corners.length - (corners.length % 3));
  if (mode !== MODE.strip && mode !== MODE.fan) return null;
  const out = new Uint32Array(Math.max(0, corners.length - 2) * 3);
  for (let i = 0; i + 2 < corners.length; i++) {
    // Every other triangle of a strip is turned around.
    const [a, b] = mode === MODE.fan ? [0, i + 1] : i % 2 === 0 ? [i, i + 1] : [i + 1, i];
    out.set([corners[a]!, corners[b]!, corners[i + 2]!], 3 * i);
  }
  return out;
}
