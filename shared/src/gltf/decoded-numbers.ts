import { type ComponentArray, componentTypeOf, normalizedRange } from '../tiles3d/index.ts';

/** Stored values as numbers: integers divided by their largest where they are normalised (glTF 2.0 §3.6.2.2). Floats are returned unchanged. */
export function decodedFloats(values: ComponentArray, isNormalized: boolean): Float32Array {
  if (values instanceof Float32Array) return values;
  return decodeInto(Float32Array.from(values), values, isNormalized);
}

/** The same in double precision, as an array of its own. */
export const decodedDoubles = (values: ComponentArray, isNormalized: boolean): Float64Array =>
  decodeInto(Float64Array.from(values), values, isNormalized);

function decodeInto<T extends Float32Array | Float64Array>(out: T, values: ComponentArray, isNormalized: boolean): T {
  const range = isNormalized ? normalizedRange(componentTypeOf(values)) : 1;
  if (range !== 1) for (let i = 0; i < out.length; i++) out[i] = Math.max(out[i]! / range, -1);
  return out;
}
