import { COMPONENT, type ComponentArray, componentArray } from './component-types.ts';
import { MalformedContentError } from './content-errors.ts';
import { COMPONENTS_LARGEST } from './limits.ts';

/** Elements in a range of bytes: the common part of glTF accessors and the tables of 3D Tiles 1.0. */
export interface ComponentRange {
  /** As glTF numbers them. */
  readonly componentType: number;
  /** Elements, and components per element. */
  readonly count: number;
  readonly size: number;
  readonly byteOffset: number;
  /** Bytes from one element to the next; 0 or left out where they are tightly packed. */
  readonly byteStride?: number;
}

/** Where a range is named: its text, or what can say it when there is an error. */
type Place = string | { readonly place: string };
const textOf = (place: Place): string => (typeof place === 'string' ? place : place.place);

/** The array constructor of a component type. Throws `MalformedContentError` for 64-bit, signed 32-bit and unknown ones. */
function requiredArray(componentType: number, place: Place): NonNullable<ReturnType<typeof componentArray>> {
  const constructor = componentArray(componentType);
  if (constructor) return constructor;
  throw new MalformedContentError(textOf(place), `has component type ${componentType}, which has no array.`);
}

/** A zero-filled array of `count`·`size` components; refuses absurd lengths before it allocates memory. */
export function allocateComponents(componentType: number, count: number, size: number, place: Place): ComponentArray {
  if (!Number.isInteger(count) || count < 0 || count * size > COMPONENTS_LARGEST)
    throw new MalformedContentError(textOf(place), `declares ${count} elements.`);
  return new (requiredArray(componentType, place))(count * size);
}

/**
 * Copies a range out of `bytes`, tightly packed, into an array that owns exactly its bytes. Offsets need not be aligned: old
 * tilesets often are not. Throws `MalformedContentError` where the range does not lie inside.
 */
export function readComponents(bytes: Uint8Array, range: ComponentRange, place: Place): ComponentArray {
  const { componentType, count, size, byteOffset } = range;
  const constructor = requiredArray(componentType, place);
  const elementBytes = size * constructor.BYTES_PER_ELEMENT;
  const stride = range.byteStride || elementBytes;
  const isSane =
    [count, size, byteOffset, stride].every((n) => Number.isInteger(n) && n >= 0) && stride >= elementBytes;
  const end = count === 0 ? byteOffset : byteOffset + (count - 1) * stride + elementBytes;
  if (!isSane || end > bytes.byteLength) {
    throw new MalformedContentError(
      textOf(place),
      `${count} elements from byte ${byteOffset} end at byte ${end}, beyond the ${bytes.byteLength} there are.`,
    );
  }
  if (stride === elementBytes) return new constructor(ownedBuffer(bytes, byteOffset, end));
  return packElements(bytes, { ...range, byteStride: stride }, end);
}

/** Leaves out the bytes between the elements. */
function packElements(
  bytes: Uint8Array,
  { componentType, count, size, byteOffset, byteStride: stride }: Required<ComponentRange>,
  end: number,
): ComponentArray {
  const constructor = componentArray(componentType)!;
  const { BYTES_PER_ELEMENT: componentBytes } = constructor;
  const start = bytes.byteOffset + byteOffset;
  if (start % componentBytes !== 0 || stride % componentBytes !== 0) {
    // Old tiles are not aligned, so their bytes are copied one by one.
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
export const ownedBuffer = (bytes: Uint8Array, start = 0, end = bytes.byteLength): ArrayBuffer =>
  // A Node buffer's own `slice` would share the memory.
  Uint8Array.prototype.slice.call(bytes, start, end).buffer as ArrayBuffer;

/** The divisor that turns a normalized integer into 0…1 or −1…1 (glTF 2.0 §3.11); 1 for floats. */
export function normalizedRange(componentType: number): number {
  const bits = 8 * (componentArray(componentType)?.BYTES_PER_ELEMENT ?? 0);
  if (componentType === COMPONENT.FLOAT || bits === 0) return 1;
  const isSigned = componentType === COMPONENT.BYTE || componentType === COMPONENT.SHORT;
  return 2 ** (bits - (isSigned ? 1 : 0)) - 1;
}
