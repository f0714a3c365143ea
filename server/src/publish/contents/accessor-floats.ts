import type { Accessor } from '@gltf-transform/core';

/** An accessor's values, integers normalised, with `size` components each; a fourth one that is missing is 1. */
export function accessorFloats(accessor: Accessor, size: number): Float32Array {
  const array = accessor.getArray();
  const own = accessor.getElementSize();
  if (array instanceof Float32Array && own === size) return array;
  const out = new Float32Array(accessor.getCount() * size).fill(1);
  const element = Array.from({ length: own }, () => 0);
  for (let i = 0; i < accessor.getCount(); i++) {
    accessor.getElement(i, element);
    for (let c = 0; c < Math.min(size, own); c++) out[i * size + c] = element[c]!;
  }
  return out;
}
