import { Primitive } from '@gltf-transform/core';

/**
 * Three vertices a triangle of a primitive of triangles, strips or fans (glTF 2.0 §3.7.2.1); null for points and lines,
 * and where there is no triangle.
 */
export function triangleCorners(primitive: Primitive, vertices: number): Uint32Array | null {
  const indices = primitive.getIndices()?.getArray();
  const corners = indices ? Uint32Array.from(indices) : Uint32Array.from({ length: vertices }, (_, i) => i);
  const triangles = turned(primitive.getMode(), corners);
  const beyond = triangles?.some((corner) => corner >= vertices);
  return triangles && triangles.length > 0 && !beyond ? triangles : null;
}

function turned(mode: number, corners: Uint32Array): Uint32Array | null {
  const { TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN } = Primitive.Mode;
  if (mode === TRIANGLES) return corners.subarray(0, corners.length - (corners.length % 3));
  if (mode !== TRIANGLE_STRIP && mode !== TRIANGLE_FAN) return null;
  const out = new Uint32Array(Math.max(0, corners.length - 2) * 3);
  for (let i = 0; i + 2 < corners.length; i++) {
    // Every other triangle of a strip is turned around.
    const [a, b] = mode === TRIANGLE_FAN ? [0, i + 1] : i % 2 === 0 ? [i, i + 1] : [i + 1, i];
    out.set([corners[a]!, corners[b]!, corners[i + 2]!], 3 * i);
  }
  return out;
}
