/** Flat xyz with z up as glTF has it, y up: (x, y, z) becomes (x, z, −y). */
export function yUp(values: Float32Array): Float32Array {
  const out = new Float32Array(values.length);
  for (let i = 0; i < values.length; i += 3) {
    out[i] = values[i]!;
    out[i + 1] = values[i + 2]!;
    out[i + 2] = 0 - values[i + 1]!;
  }
  return out;
}
