/**
 * Values that many primitives share, kept once: the renderer then sees by identity that a uniform need not be set again.
 */
const axes = new Map<string, Float64Array>();
const colors = new Map<string, Float32Array>();
/** Beyond this many the data shares nothing, and keeping it would only be a leak. */
const MOST = 1024;

/**
 * The 3×3 part of a matrix, column-major. Parts that agree to ten decimals are one: across a tile of a kilometre the
 * difference stays under a tenth of a micrometre.
 */
export function internedAxes(matrix: ArrayLike<number>): Float64Array {
  const values = [0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => matrix[i]!);
  return interned(
    axes,
    values.map((value) => value.toFixed(10)),
    () => Float64Array.from(values),
  );
}

export const internedColor = (color: number[]): Float32Array => interned(colors, color, () => Float32Array.from(color));

function interned<T>(known: Map<string, T>, values: readonly (number | string)[], make: () => T): T {
  const key = values.join();
  const found = known.get(key);
  if (found) return found;
  if (known.size >= MOST) known.clear();
  const made = make();
  known.set(key, made);
  return made;
}
