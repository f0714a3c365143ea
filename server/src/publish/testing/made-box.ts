const SIDES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
] as const;

/** Two triangles for each side of a box, as indices of its corners. */
export const BOX_TRIANGLES = Uint16Array.from(SIDES.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]));

/** Eight corners of a box of `size` around its middle, flat xyz, shared by its six sides. */
export function boxCorners([x, y, z]: readonly [number, number, number]): Float32Array<ArrayBuffer> {
  return Float32Array.from(
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [(i & 1 ? x : -x) / 2, (i & 2 ? y : -y) / 2, (i & 4 ? z : -z) / 2]),
  );
}
