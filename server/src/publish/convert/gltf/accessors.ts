import type { JsonNode } from '@overlook/shared/tiles3d';
import { decodeMeshoptView } from '../../formats/meshopt-buffers.ts';
import type { GltfFile } from './gltf-file.ts';

/** A cache of the most recently used values: a file uses the same arrays many times, but may have more than fit into memory. */
class Recent<Value> {
  readonly #made = new Map<number, Value>();

  constructor(private readonly most: number) {}

  of(key: number, make: () => Value): Value {
    const known = this.#made.get(key);
    const value = known ?? make();
    // The map's order is that of use.
    this.#made.delete(key);
    this.#made.set(key, value);
    if (this.#made.size > this.most) this.#made.delete(this.#made.keys().next().value!);
    return value;
  }
}

/** How a component is read from bytes, and the divisor of a normalised integer (glTF 2.0 §3.6.2.2). */
interface Component {
  readonly bytes: number;
  readonly largest: number;
  read(view: DataView, at: number): number;
}

const COMPONENTS: Readonly<Record<number, Component>> = {
  5120: { bytes: 1, largest: 127, read: (view, at) => view.getInt8(at) },
  5121: { bytes: 1, largest: 255, read: (view, at) => view.getUint8(at) },
  5122: { bytes: 2, largest: 32_767, read: (view, at) => view.getInt16(at, true) },
  5123: { bytes: 2, largest: 65_535, read: (view, at) => view.getUint16(at, true) },
  5125: { bytes: 4, largest: 1, read: (view, at) => view.getUint32(at, true) },
  5126: { bytes: 4, largest: 1, read: (view, at) => view.getFloat32(at, true) },
};
const FLOAT = 5126;
const SIZES: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };
const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;

/** Elements of an accessor, and bytes of an uncompressed view, without bytes in the file. */
const MOST_WITHOUT_BYTES = 2 ** 28;
/** Number of cached arrays and views, enough for a mesh that many primitives share. */
const KEPT = 8;

/** The description of an accessor's elements. */
export interface Accessor {
  readonly index: number;
  readonly json: JsonNode;
  readonly componentType: number;
  readonly component: Component;
  /** Components of an element: 1 for SCALAR, 3 for VEC3. */
  readonly size: number;
  readonly count: number;
  readonly isNormalized: boolean;
}

/** Reads accessors of a glTF file, with every count checked against the bytes in the file. Throws `ContentError`. */
export class Accessors {
  readonly #floats = new Recent<Float32Array>(KEPT);
  readonly #decoded = new Recent<Uint8Array>(KEPT);

  constructor(private readonly file: GltfFile) {}

  accessor(index: number): Accessor {
    const json = this.file.json.entry('accessors', index);
    const componentType = json.get('componentType').integer();
    const component = COMPONENTS[componentType] ?? json.get('componentType').fail('is no component type.');
    const size = SIZES[json.get('type').string()] ?? json.get('type').fail('is no accessor type.');
    const isNormalized = json.optional('normalized')?.value === true;
    return { index, json, componentType, component, size, count: json.get('count').integer(), isNormalized };
  }

  /** The accessor that `reference` names. */
  named(reference: JsonNode): Accessor {
    return this.accessor(reference.index(this.file.json.count('accessors'), 'accessors'));
  }

  /** Its values, flat, as numbers after normalization; the array must not be changed. */
  floats(accessor: Accessor): Float32Array {
    return this.#floats.of(accessor.index, () => this.#readFloats(accessor));
  }

  /** Its values as whole numbers. */
  indices(accessor: Accessor): Uint32Array {
    const { json, component, size, count } = accessor;
    if (size !== 1 || accessor.componentType === FLOAT) json.fail('is no list of indices.');
    const view = this.#elements(accessor);
    if (!view) return new Uint32Array(this.#bounded(accessor));
    return Uint32Array.from({ length: count }, (_, i) => component.read(view.bytes, i * view.stride));
  }

  /** Bytes of a buffer view, decompressed. */
  view(reference: JsonNode, from = 0, length?: number): Uint8Array {
    const index = reference.index(this.file.json.count('bufferViews'), 'buffer views');
    const json = this.file.json.entry('bufferViews', index);
    const byteLength = json.get('byteLength').integer();
    const wanted = length ?? byteLength - from;
    if (from + wanted > byteLength)
      reference.fail(`needs ${from + wanted} bytes of a buffer view that has ${byteLength}.`);
    const extensions = json.optional('extensions');
    const compression = MESHOPT.map((name) => extensions?.optional(name)).find(Boolean);
    if (compression)
      return this.#decoded.of(index, () => this.#decompress(byteLength, compression)).subarray(from, from + wanted);
    return this.#range(json, from, wanted);
  }

  #range(view: JsonNode, from: number, length: number): Uint8Array {
    const offset = view.optional('byteOffset')?.integer() ?? 0;
    return this.file.bytes(view.get('buffer').integer(), offset + from, length, view);
  }

  #decompress(byteLength: number, compression: JsonNode): Uint8Array {
    if (byteLength > MOST_WITHOUT_BYTES) compression.fail(`makes ${byteLength} bytes, which is more than can be read.`);
    const source = this.#range(compression, 0, compression.get('byteLength').integer(1));
    const target = new Uint8Array(byteLength);
    decodeMeshoptView(target, source, compression);
    return target;
  }

  /** The bytes of its elements, and the stride; null where they are not in a view. */
  #elements({ json, component, size, count }: Accessor): { bytes: DataView; stride: number } | null {
    const reference = json.optional('bufferView');
    if (!reference || count === 0) return null;
    const index = reference.index(this.file.json.count('bufferViews'), 'buffer views');
    const element = size * component.bytes;
    const stride = this.file.json.entry('bufferViews', index).optional('byteStride')?.integer(1) ?? element;
    const bytes = this.view(reference, json.optional('byteOffset')?.integer() ?? 0, stride * (count - 1) + element);
    return { bytes: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), stride };
  }

  #readFloats(accessor: Accessor): Float32Array {
    const { size, count, component, isNormalized } = accessor;
    const view = this.#elements(accessor);
    const values = view ? floatsOf(view, accessor) : new Float32Array(this.#bounded(accessor) * size);
    this.#replaceSparse(accessor, values);
    if (isNormalized && component.largest > 1)
      for (let i = 0; i < count * size; i++) values[i] = Math.max(values[i]! / component.largest, -1);
    return values;
  }

  /** Elements that differ from the rest (glTF 2.0 §3.6.2.3). */
  #replaceSparse({ json, component, size, count }: Accessor, values: Float32Array): void {
    const sparse = json.optional('sparse');
    if (!sparse) return;
    const replaced = sparse.get('count').integer();
    const places = sparse.get('indices');
    const type =
      COMPONENTS[places.get('componentType').integer()] ?? places.get('componentType').fail('is no component type.');
    const read = (list: JsonNode, bytes: number) => {
      const found = this.view(list.get('bufferView'), list.optional('byteOffset')?.integer() ?? 0, bytes);
      return new DataView(found.buffer, found.byteOffset, found.byteLength);
    };
    const [at, by] = [
      read(places, replaced * type.bytes),
      read(sparse.get('values'), replaced * size * component.bytes),
    ];
    for (let i = 0; i < replaced; i++) {
      const element = type.read(at, i * type.bytes);
      if (element >= count) places.fail(`names element ${element} of ${count}.`);
      for (let c = 0; c < size; c++) values[element * size + c] = component.read(by, (i * size + c) * component.bytes);
    }
  }

  /** The count of an accessor of zeros, which no bytes bound. */
  #bounded({ json, count, size }: Accessor): number {
    if (count * size > MOST_WITHOUT_BYTES) json.get('count').fail(`is ${count}, but no bytes in the file hold it.`);
    return count;
  }
}

function floatsOf({ bytes, stride }: { bytes: DataView; stride: number }, accessor: Accessor): Float32Array {
  const { component, componentType, size, count } = accessor;
  // The usual kind: the bytes are the numbers.
  if (componentType === FLOAT && stride === 4 * size && bytes.byteOffset % 4 === 0)
    return new Float32Array(bytes.buffer, bytes.byteOffset, count * size);
  const values = new Float32Array(count * size);
  for (let i = 0, k = 0; i < count; i++)
    for (let c = 0; c < size; c++) values[k++] = component.read(bytes, i * stride + c * component.bytes);
  return values;
}
