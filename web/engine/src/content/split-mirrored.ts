import { isMirrored, toMat4 } from '@overlook/shared/maths';
import type { MeshPrimitive, Primitive } from './content.ts';

const TRIANGLES = 4;

/**
 * The primitive, or two that share its arrays where some of its instances are mirrored and some are not: WebGL knows one
 * front face for all instances of a draw. Instances keep their order.
 */
export function splitMirrored(primitive: Primitive): Primitive[] {
  if (primitive.kind === 'points' || primitive.mode !== TRIANGLES || !primitive.instances) return [primitive];
  const { instances } = primitive;
  const numbers = Array.from({ length: instances.length / 16 }, (_, i) => i);
  const mirrored = numbers.filter((i) => isMirrored(toMat4(instances, 16 * i)));
  if (mirrored.length === 0 || mirrored.length === numbers.length) return [primitive];
  const isOther = new Set(mirrored);
  const plain = numbers.filter((i) => !isOther.has(i));
  return [withInstances(primitive, instances, plain), withInstances(primitive, instances, mirrored)];
}

function withInstances(primitive: MeshPrimitive, instances: Float64Array, numbers: readonly number[]): MeshPrimitive {
  const kept = new Float64Array(16 * numbers.length);
  numbers.forEach((number, i) => kept.set(instances.subarray(16 * number, 16 * number + 16), 16 * i));
  const ids = primitive.instanceFeatureIds;
  return {
    ...primitive,
    instances: kept,
    instanceFeatureIds: ids && Uint32Array.from(numbers, (number) => ids[number]!),
  };
}
