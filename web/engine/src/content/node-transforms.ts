import { type Float64Mat4, type Mat4, multiply, type ReadonlyVec3, toMat4 } from '@overlook/shared/maths';
import { MalformedContentError } from '@overlook/shared/tiles3d';

/** `matrix` moved by `offset` metres after everything it does (RTC_CENTER, CESIUM_RTC); `matrix` itself is unchanged. */
export function translated(matrix: Mat4, offset: ReadonlyVec3): Float64Mat4 {
  const out = toMat4(matrix);
  out.set([matrix[12] + offset[0], matrix[13] + offset[1], matrix[14] + offset[2]], 12);
  return out;
}

/** No tile places a model more often than this; beyond it the file is damaged. */
const MAX_INSTANCES = 2 ** 21;

/** Every `outer` followed inside by every `inner` (outer·middle·inner), 16 doubles each; null means one identity. */
export function combineInstances(outer: Float64Array, middle: Mat4, inner: Float64Array | null): Float64Array {
  const innerCount = inner ? inner.length / 16 : 1;
  const outerCount = outer.length / 16;
  if (outerCount * innerCount > MAX_INSTANCES)
    throw new MalformedContentError('instances', `are ${outerCount * innerCount}, more than ${MAX_INSTANCES}.`);
  const out = new Float64Array(outerCount * innerCount * 16);
  for (let i = 0; i < outerCount; i++) {
    const placed = multiply(toMat4(outer, i * 16), middle);
    for (let j = 0; j < innerCount; j++) {
      const at = (i * innerCount + j) * 16;
      if (inner) multiply(placed, toMat4(inner, j * 16), out.subarray(at, at + 16));
      else out.set(placed, at);
    }
  }
  return out;
}
