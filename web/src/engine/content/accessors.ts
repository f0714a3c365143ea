/**
 * Typed arrays out of byte ranges: what glTF accessors and the feature tables of 3D Tiles 1.0 have in common.
 * Everything returned owns exactly its bytes, so that the file it came from can be freed.
 */
import type { Attribute, ComponentArray, IndexArray } from './content.ts';
import { MalformedContent } from './content-errors.ts';

type ComponentConstructor = {
  new (buffer: ArrayBuffer, byteOffset?: number, length?: number): ComponentArray;
  new (length: number): ComponentArray;
  readonly BYTES_PER_ELEMENT: number;
};

const CONSTRUCTORS: Record<number, ComponentConstructor> = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
};

/** No accessor of a sane tile has more components than this (256 MiB of floats); beyond it the file is damaged. */
const MAX_COMPONENTS = 2 ** 26;

/** WebGL component types by the names that 3D Tiles 1.0 uses. */
export const COMPONENT_TYPES: Record<string, number> = {
  BYTE: 5120,
  UNSIGNED_BYTE: 5121,
  SHORT: 5122,
  UNSIGNED_SHORT: 5123,
  INT: 5124,
  UNSIGNED_INT: 5125,
  FLOAT: 5126,
  DOUBLE: 5130,
};

/** Components per element of an accessor or table type. */
export const TYPE_SIZES: Record<string, number> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

/** Array type of a WebGL component type; refuses 64-bit and unknown ones. */
export function componentConstructor(componentType: number, where: string): ComponentConstructor {
  const constructor = CONSTRUCTORS[componentType];
  if (!constructor) throw new MalformedContent(`${where} has component type ${componentType}, which has no array.`);
  return constructor;
}

/** A zero-filled array of `count`·`size` components; refuses absurd lengths before it asks for the memory. */
export function allocateComponents(componentType: number, count: number, size: number, where: string): ComponentArray {
  if (!Number.isInteger(count) || count < 0 || count * size > MAX_COMPONENTS) {
    throw new MalformedContent(`${where} declares ${count} elements.`);
  }
  return new (componentConstructor(componentType, where))(count * size);
}

export interface ComponentRange {
  componentType: number;
  /** Elements, and components per element. */
  count: number;
  size: number;
  byteOffset: number;
  /** Bytes from one element to the next; 0 or left out when tightly packed. */
  byteStride?: number;
}

/**
 * Copies `range` out of `bytes`, tightly packed. Throws MalformedContent, naming `where` and the byte, when it does not lie
 * inside. Offsets need not be aligned: old tilesets often are not.
 */
export function readComponents(bytes: Uint8Array, range: ComponentRange, where: string): ComponentArray {
  const { componentType, count, size, byteOffset } = range;
  const constructor = componentConstructor(componentType, where);
  const elementBytes = size * constructor.BYTES_PER_ELEMENT;
  const stride = range.byteStride || elementBytes;
  const isSane =
    [count, size, byteOffset, stride].every((n) => Number.isInteger(n) && n >= 0) && stride >= elementBytes;
  const end = count === 0 ? byteOffset : byteOffset + (count - 1) * stride + elementBytes;
  if (!isSane || end > bytes.byteLength) {
    throw new MalformedContent(
      `${where}: ${count} elements from byte ${byteOffset} end at byte ${end}, beyond the ${bytes.byteLength} there are.`,
    );
  }
  if (stride === elementBytes) return new constructor(ownedBuffer(bytes, byteOffset, end));
  return packElements(bytes, { ...range, byteStride: stride }, end, constructor);
}

/** Leaves out what lies between the elements. */
function packElements(
  bytes: Uint8Array,
  { count, size, byteOffset, byteStride: stride }: Required<ComponentRange>,
  end: number,
  constructor: ComponentConstructor,
): ComponentArray {
  const { BYTES_PER_ELEMENT: componentBytes } = constructor;
  const start = bytes.byteOffset + byteOffset;
  if (start % componentBytes !== 0 || stride % componentBytes !== 0) {
    // Old tiles start anywhere: byte by byte, then.
    const elementBytes = size * componentBytes;
    const packed = new Uint8Array(count * elementBytes);
    for (let i = 0; i < count; i++) {
      const from = byteOffset + i * stride;
      for (let b = 0; b < elementBytes; b++) packed[i * elementBytes + b] = bytes[from + b]!;
    }
    return new constructor(packed.buffer);
  }
  const source = new constructor(bytes.buffer as ArrayBuffer, start, (end - byteOffset) / componentBytes);
  const step = stride / componentBytes;
  const packed = new constructor(count * size);
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < size; c++) packed[i * size + c] = source[i * step + c]!;
  }
  return packed;
}

/** A copy of bytes start…end in a buffer of its own. */
export const ownedBuffer = (bytes: Uint8Array, start: number, end: number): ArrayBuffer =>
  bytes.slice(start, end).buffer as ArrayBuffer;

/** Divisor that takes a normalized integer to 0…1 or −1…1 (glTF 2.0 §3.11); 1 for floats. */
export function normalizedRange(value: ComponentArray): number {
  if (value instanceof Float32Array) return 1;
  const isSigned = value instanceof Int8Array || value instanceof Int16Array;
  return 2 ** (8 * value.BYTES_PER_ELEMENT - (isSigned ? 1 : 0)) - 1;
}

/** The attribute as plain floats; the same array when it is floats already. */
export function toFloats(attribute: Attribute): Float32Array {
  const { value, normalized } = attribute;
  if (value instanceof Float32Array) return value;
  const out = Float32Array.from(value);
  if (!normalized) return out;
  const range = normalizedRange(value);
  for (let i = 0; i < out.length; i++) out[i] = Math.max(out[i]! / range, -1);
  return out;
}

/** Bounds of a three-component attribute, dequantised by nothing but `normalized`; zeros when there are no vertices. */
export function boundsOf({ value, normalized }: Attribute): Record<'min' | 'max', [number, number, number]> {
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
  const scale = normalized ? 1 / normalizedRange(value) : 1;
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
  const value = new (source.value.constructor as ComponentConstructor)(indices.length * size);
  for (let i = 0; i < indices.length; i++) {
    for (let c = 0; c < size; c++) value[i * size + c] = source.value[indices[i]! * size + c]!;
  }
  return { ...source, value };
}

/** WebGL 2 draws 8-bit indices, WebGPU and the contract do not: they are widened. Refuses other component types. */
export function toIndexArray(value: ComponentArray, where: string): IndexArray {
  if (value instanceof Uint16Array || value instanceof Uint32Array) return value;
  if (value instanceof Uint8Array) return Uint16Array.from(value);
  throw new MalformedContent(`${where}: indices must be unsigned integers.`);
}
