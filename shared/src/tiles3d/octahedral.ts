/**
 * Unit vectors from two octahedral components in −1…1 (3D Tiles 1.0, "Oct-encoded Normals"; Cigolle et al. 2014).
 * Writes x, y, z at `out[at]`.
 */
function writeUnitVector(out: Float32Array, at: number, u: number, v: number): void {
  let x = u;
  let y = v;
  const z = 1 - Math.abs(u) - Math.abs(v);
  if (z < 0) {
    x = (1 - Math.abs(v)) * (u >= 0 ? 1 : -1);
    y = (1 - Math.abs(u)) * (v >= 0 ? 1 : -1);
  }
  const scale = 1 / Math.hypot(x, y, z);
  out[at] = x * scale;
  out[at + 1] = y * scale;
  out[at + 2] = z * scale;
}

/** Unit vectors, flat xyz (length 3n), from n pairs of 8-bit (range 255) or 16-bit (range 65535) components. */
export function decodeOctahedral(pairs: Uint8Array | Uint16Array): Float32Array {
  const half = (pairs.BYTES_PER_ELEMENT === 1 ? 255 : 65535) / 2;
  const count = pairs.length >> 1;
  const out = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) writeUnitVector(out, i * 3, pairs[2 * i]! / half - 1, pairs[2 * i + 1]! / half - 1);
  return out;
}
