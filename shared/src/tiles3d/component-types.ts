/** Component types of glTF accessors (glTF 2.0 §3.6.2.2) and of 3D Tiles tables: the numbers are those of WebGL. */
export const COMPONENT = {
  BYTE: 5120,
  UNSIGNED_BYTE: 5121,
  SHORT: 5122,
  UNSIGNED_SHORT: 5123,
  INT: 5124,
  UNSIGNED_INT: 5125,
  FLOAT: 5126,
  DOUBLE: 5130,
} as const;

/** The array types of vertex attributes. */
export type ComponentArray = Float32Array | Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array;

interface ComponentArrayConstructor {
  new (buffer: ArrayBuffer, byteOffset?: number, length?: number): ComponentArray;
  new (length: number): ComponentArray;
  readonly BYTES_PER_ELEMENT: number;
}

const ARRAYS: ReadonlyMap<number, ComponentArrayConstructor> = new Map<number, ComponentArrayConstructor>([
  [COMPONENT.BYTE, Int8Array],
  [COMPONENT.UNSIGNED_BYTE, Uint8Array],
  [COMPONENT.SHORT, Int16Array],
  [COMPONENT.UNSIGNED_SHORT, Uint16Array],
  [COMPONENT.UNSIGNED_INT, Uint32Array],
  [COMPONENT.FLOAT, Float32Array],
]);

/** The array of an accessor's component type; undefined for those that only tables may have, and for unknown ones. */
export const componentArray = (componentType: unknown): ComponentArrayConstructor | undefined =>
  ARRAYS.get(componentType as number);

/** Inverse of {@link componentArray}. */
export function componentTypeOf(array: ComponentArray): number {
  for (const [type, constructor] of ARRAYS) if (array instanceof constructor) return type;
  throw new Error('No accessor can hold such an array.');
}

/** Components of an element, by the type of an accessor or a table column. */
export const ELEMENT_SIZES = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 } as const;

/** Components of an element of that type; undefined where there is no such type. */
export const elementSize = (type: unknown): number | undefined =>
  Object.hasOwn(ELEMENT_SIZES, type as string) ? ELEMENT_SIZES[type as keyof typeof ELEMENT_SIZES] : undefined;

/** The component type of that name in a table; undefined where there is none. */
export const componentTypeNamed = (name: unknown): number | undefined =>
  Object.hasOwn(COMPONENT, name as string) ? COMPONENT[name as keyof typeof COMPONENT] : undefined;
