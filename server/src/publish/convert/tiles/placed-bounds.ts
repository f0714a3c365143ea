import type { Mat4 } from '@overlook/shared/maths';
import { type Bounds, EMPTY } from '../../bounds.ts';

/** The box of flat xyz under a matrix; a coordinate that is no number makes all of it NaN. */
export function placedBounds(positions: Float32Array, m: Mat4): Bounds {
  const out: [number, number, number, number, number, number] = [...EMPTY];
  for (let i = 0; i < positions.length; i += 3)
    for (let axis = 0; axis < 3; axis++) {
      const value =
        m[axis]! * positions[i]! + m[4 + axis]! * positions[i + 1]! + m[8 + axis]! * positions[i + 2]! + m[12 + axis]!;
      if (Number.isNaN(value)) return [NaN, NaN, NaN, NaN, NaN, NaN];
      if (value < out[axis]!) out[axis] = value;
      if (value > out[axis + 3]!) out[axis + 3] = value;
    }
  return out;
}
