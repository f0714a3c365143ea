import { multiply, type Float64Mat4, toMat4 } from '@overlook/shared/maths';

/**
 * Returns the instance matrices as rows of affine 3×4 matrices in float32, 12 numbers an instance.
 *
 * Instances may be anywhere on earth (i3dm has ECEF positions). Therefore `matrixEnu` is replaced in place by a translation to
 * the first instance. The rows hold the remaining transform, computed in double: small numbers near the tile.
 */
export function instanceRows(instances: Float64Array, matrixEnu: Float64Mat4): Float32Array {
  const count = instances.length / 16;
  const rows = new Float32Array(count * 12);
  const base = toMat4(matrixEnu);
  let origin: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const m = multiply(base, toMat4(instances, 16 * i));
    if (i === 0) origin = [m[12], m[13], m[14]];
    for (let row = 0; row < 3; row++) {
      rows[12 * i + 4 * row] = m[row]!;
      rows[12 * i + 4 * row + 1] = m[4 + row]!;
      rows[12 * i + 4 * row + 2] = m[8 + row]!;
      rows[12 * i + 4 * row + 3] = m[12 + row]! - origin[row]!;
    }
  }
  matrixEnu.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, origin[0], origin[1], origin[2], 1]);
  return rows;
}
