import type { Float64Mat4 } from './matrix.ts';

const NO_TRANSLATION: ArrayLike<number> = [0, 0, 0];
const NO_ROTATION: ArrayLike<number> = [0, 0, 0, 1];
const NO_SCALE: ArrayLike<number> = [1, 1, 1];

/**
 * Writes translation · rotation · scale (glTF 2.0 §3.5.3) to 16 elements of `out` from `at` on, column-major. The rotation is a
 * quaternion x, y, z, w of length 1; the elements must be 0 before.
 */
export function writeTransform(
  out: Float64Array,
  at: number,
  translation = NO_TRANSLATION,
  rotation = NO_ROTATION,
  scale = NO_SCALE,
): void {
  const [x, y, z, w] = [rotation[0]!, rotation[1]!, rotation[2]!, rotation[3]!];
  const [sx, sy, sz] = [scale[0]!, scale[1]!, scale[2]!];
  out[at] = (1 - 2 * (y * y + z * z)) * sx;
  out[at + 1] = 2 * (x * y + z * w) * sx;
  out[at + 2] = 2 * (x * z - y * w) * sx;
  out[at + 4] = 2 * (x * y - z * w) * sy;
  out[at + 5] = (1 - 2 * (x * x + z * z)) * sy;
  out[at + 6] = 2 * (y * z + x * w) * sy;
  out[at + 8] = 2 * (x * z + y * w) * sz;
  out[at + 9] = 2 * (y * z - x * w) * sz;
  out[at + 10] = (1 - 2 * (x * x + y * y)) * sz;
  out[at + 12] = translation[0]!;
  out[at + 13] = translation[1]!;
  out[at + 14] = translation[2]!;
  out[at + 15] = 1;
}

/** The same as a matrix of its own. */
export function composeTransform(
  translation?: ArrayLike<number>,
  rotation?: ArrayLike<number>,
  scale?: ArrayLike<number>,
): Float64Mat4 {
  const out = new Float64Array(16) as Float64Mat4;
  writeTransform(out, 0, translation, rotation, scale);
  return out;
}
