import type { Mat4 } from '@overlook/shared/maths';

/**
 * A glTF node's matrix from translation (metres), rotation (unit quaternion x, y, z, w) and scale (glTF 2.0 §3.5.3),
 * column-major.
 */
export function composeMatrix(
  translation: ArrayLike<number> = [0, 0, 0],
  rotation: ArrayLike<number> = [0, 0, 0, 1],
  scale: ArrayLike<number> = [1, 1, 1],
): Mat4 {
  const [x, y, z, w] = [rotation[0]!, rotation[1]!, rotation[2]!, rotation[3]!];
  const [sx, sy, sz] = [scale[0]!, scale[1]!, scale[2]!];
  return [
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + z * w) * sx,
    2 * (x * z - y * w) * sx,
    0,
    2 * (x * y - z * w) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + x * w) * sy,
    0,
    2 * (x * z + y * w) * sz,
    2 * (y * z - x * w) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    translation[0]!,
    translation[1]!,
    translation[2]!,
    1,
  ];
}
