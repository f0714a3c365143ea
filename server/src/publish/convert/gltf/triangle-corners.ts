/** What a primitive's indices mean (glTF 2.0 §3.7.2.1). */
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
