/** Attributes from arrays: the common part of glTF accessors and the feature tables of 3D Tiles 1.0. */
import { decodedFloats } from '@overlook/shared/gltf';
import {
  type ComponentArray,
  componentArray,
  componentTypeOf,
  MalformedContentError,
  normalizedRange,
} from '@overlook/shared/tiles3d';
import type { IndexArray } from './content.ts';
import type { Attribute } from './points/scan-values.ts';

/** The attribute as plain floats; the same array when it is floats already. */
export const toFloats = ({ value, normalized }: Attribute): Float32Array => decodedFloats(value, normalized);

type Bounds = Record<'min' | 'max', [number, number, number]>;

const knownBounds = new WeakMap<Attribute, Bounds>();

/**
 * Bounds of a three-component attribute, dequantised only by `normalized`; zeros when there are no vertices. The result
 * is cached: in batched tiles dozens of primitives share one attribute.
 */
export function boundsOf(attribute: Attribute): Bounds {
  const bounds = knownBounds.get(attribute) ?? measureBounds(attribute);
  knownBounds.set(attribute, bounds);
  return bounds;
}

function measureBounds({ value, normalized }: Attribute): Bounds {
  let [minX, minY, minZ] = [Infinity, Infinity, Infinity];
  let [maxX, maxY, maxZ] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 2 < value.length; i += 3) {
    const x = value[i]!;
    const y = value[i + 1]!;
    const z = value[i + 2]!;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  const scale = normalized ? 1 / normalizedRange(componentTypeOf(value)) : 1;
  const bound = (n: number) => (Number.isFinite(n) ? Math.max(n * scale, normalized ? -1 : -Infinity) : 0);
  return { min: [bound(minX), bound(minY), bound(minZ)], max: [bound(maxX), bound(maxY), bound(maxZ)] };
}

/** Ids as the narrowest unsigned array: old exporters write them as floats. Fractions are rounded, negatives become 0. */
export function toFeatureIds(value: ComponentArray): Attribute {
  if (value instanceof Uint8Array || value instanceof Uint16Array || value instanceof Uint32Array) {
    return { value, size: 1, normalized: false };
  }
  let largest = 0;
  for (const id of value) if (id > largest) largest = id;
  const ids = new (largest < 65536 ? Uint16Array : Uint32Array)(value.length);
  for (let i = 0; i < ids.length; i++) ids[i] = Math.max(0, Math.round(value[i]!));
  return { value: ids, size: 1, normalized: false };
}

/** One element of `source` for each index, in that order. */
export function gather(source: Attribute, indices: ArrayLike<number>): Attribute {
  const { size } = source;
  const value = new (componentArray(componentTypeOf(source.value))!)(indices.length * size);
  for (let i = 0; i < indices.length; i++) {
    for (let c = 0; c < size; c++) value[i * size + c] = source.value[indices[i]! * size + c]!;
  }
  return { ...source, value };
}

/** WebGL 2 draws 8-bit indices, WebGPU and the contract do not: they are widened. Refuses other component types. */
export function toIndexArray(value: ComponentArray, where: string): IndexArray {
  if (value instanceof Uint16Array || value instanceof Uint32Array) return value;
  if (value instanceof Uint8Array) return Uint16Array.from(value);
  throw new MalformedContentError(where, 'indices must be unsigned integers.');
}
