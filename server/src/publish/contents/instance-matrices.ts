import { type Mat4, toMat4, AXES } from '@overlook/shared/maths';
import { readInstanceMatrices } from '@overlook/shared/tiles3d';
import type { I3dm } from '../formats/tile-content.ts';

/** The matrix of each instance of an i3dm, from model (z up) to tile, column-major. */
export function instanceMatrices({ featureTable, instances }: I3dm): Mat4[] {
  const { matrices, centre } = readInstanceMatrices(featureTable, instances);
  return Array.from({ length: instances }, (_, i) => {
    const matrix = toMat4(matrices, 16 * i);
    for (const axis of AXES) matrix[12 + axis]! += centre[axis];
    return matrix;
  });
}
