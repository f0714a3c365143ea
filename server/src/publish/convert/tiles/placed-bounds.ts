import type { Mat4 } from '@overlook/shared/maths';
import { type Bounds, EMPTY } from '../../bounds.ts';

/** The box of flat xyz under a matrix. A coordinate that is no number stays one. */
export function placedBounds(positions: Float32Array, m: Mat4): Bounds {
  const out: [number, number, number, number, number, number] = [...EMPTY];
  for (let i = 0; i < positions.length; i += 3)
    for (let axis = 0; axis < 3; axis++) {
      const value =
        m[axis]! * positions[i]! + m[4 + axis]! * positions[i + 1]! + m[8 + axis]! * positions[i + 2]! + m[12 + axis]!;
      // Not with min and max, which would lose what is no number.
      if (!(value >= out[axis]!)) out[axis] = value;
      if (!(value <= out[axis + 3]!)) out[axis + 3] = value;
    }
  return out;
}
