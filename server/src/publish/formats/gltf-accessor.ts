import { type Gltf, type GltfAccessor, GLTF_COMPONENT_BYTES } from './gltf.ts';

/** Reads component `offset` bytes into the view, as the number it stands for (not normalised). */
type ComponentReader = (view: DataView, byteOffset: number) => number;

const READERS: Readonly<Record<number, ComponentReader>> = {
  5120: (view, at) => view.getInt8(at),
  5121: (view, at) => view.getUint8(at),
  5122: (view, at) => view.getInt16(at, true),
  5123: (view, at) => view.getUint16(at, true),
  5125: (view, at) => view.getUint32(at, true),
  5126: (view, at) => view.getFloat32(at, true),
};

/**
 * The values of an accessor as doubles, flat, `count × size` long; integers are not normalised. Null when they cannot
 * be read plainly: compressed by an extension, sparse, or in a buffer that is not given.
 */
export function accessorValues(
  gltf: Gltf,
  accessor: GltfAccessor,
  buffers: readonly (Uint8Array | null)[],
): Float64Array | null {
  if (accessor.bufferView === null || accessor.isSparse) return null;
  const bufferView = gltf.bufferViews[accessor.bufferView]!;
  const buffer = buffers[bufferView.buffer];
  if (!buffer) return null;
  const { size, count, componentType } = accessor;
  const bytes = GLTF_COMPONENT_BYTES[componentType]!;
  const stride = bufferView.byteStride ?? size * bytes;
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const read = READERS[componentType]!;
  const out = new Float64Array(count * size);
  const start = bufferView.byteOffset + accessor.byteOffset;
  for (let i = 0, k = 0; i < count; i++)
    for (let c = 0; c < size; c++) out[k++] = read(view, start + i * stride + c * bytes);
  return out;
}

/** What an integer of a normalised accessor is divided by; 1 for plain accessors. */
export function normalizationDivisor({ isNormalized, componentType }: GltfAccessor): number {
  const largest: Readonly<Record<number, number>> = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 };
  return isNormalized ? (largest[componentType] ?? 1) : 1;
}
