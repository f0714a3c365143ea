/** The float32 of each number, and its remainder: the two attributes that deck.gl adds up without loss. */
export function splitDoubles(values: Float64Array): [high: Float32Array, low: Float32Array] {
  const high = Float32Array.from(values);
  return [high, Float32Array.from(values, (value, i) => value - high[i]!)];
}
