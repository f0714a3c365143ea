import {
  allocateComponents,
  COMPONENT,
  type ComponentArray,
  componentArray,
  type JsonNode,
  readComponents,
} from '../tiles3d/index.ts';
import { decodedFloats } from './decoded-numbers.ts';
import { type GltfAccessor, readAccessor } from './gltf-accessor.ts';
import type { GltfLists } from './gltf-lists.ts';
import { compressionOf, type MeshoptDecoder, unpackMeshopt } from './meshopt-views.ts';
import { Recent } from './recent.ts';

/**
 * The bytes `byteOffset` to `byteOffset + byteLength` of a buffer, which may be views of it. `asker` names their place in the document; it fails where
 * the buffer does not have them.
 */
export type BufferBytes = (buffer: number, byteOffset: number, byteLength: number, asker: JsonNode) => Uint8Array;

/** The environment of a reader: bytes, and the decoder for files that need one ({@link usesMeshopt}). */
export interface GltfSources {
  readonly bytes: BufferBytes;
  readonly meshopt: MeshoptDecoder | null;
  /** How many arrays and unpacked views are kept for those who ask again; all of them by default, as a tile is in memory anyway. */
  readonly kept?: number;
}

/** Buffers in memory; null for one that nothing fills. */
export const bytesOf =
  (buffers: readonly (Uint8Array | null)[]): BufferBytes =>
  (buffer, byteOffset, byteLength, asker) => {
    const found = buffers[buffer];
    if (found === undefined) return asker.fail(`names buffer ${buffer}; there are ${buffers.length}.`);
    if (found === null) return asker.fail(`names buffer ${buffer}, which has no bytes.`);
    if (byteOffset + byteLength > found.byteLength)
      asker.fail(`reaches byte ${byteOffset + byteLength} of buffer ${buffer}, which has ${found.byteLength}.`);
    return found.subarray(byteOffset, byteOffset + byteLength);
  };

/**
 * Reads the accessors and buffer views of a glTF. Each index, offset and length is checked before anything is allocated
 * for it. Its methods throw `ContentError`, which names the part of the document.
 */
export class GltfData {
  readonly #values: Recent<ComponentArray>;
  readonly #floats: Recent<Float32Array>;
  readonly #unpacked: Recent<Uint8Array>;

  constructor(
    readonly lists: GltfLists,
    private readonly sources: GltfSources,
  ) {
    const { kept = Infinity } = sources;
    this.#values = new Recent(kept);
    this.#floats = new Recent(kept);
    this.#unpacked = new Recent(kept);
  }

  /** The accessor that `reference`, a number in the document, names. */
  accessor(reference: JsonNode): GltfAccessor {
    const index = reference.index(this.lists.count('accessors'), 'accessors');
    return readAccessor(this.lists.entry('accessors', index), index, this.lists.count('bufferViews'));
  }

  /** Its values, flat and tightly packed, as they are stored; asking twice gives the same array, which must not be changed. */
  values(accessor: GltfAccessor): ComponentArray {
    return this.#values.of(accessor.index, () => this.#readValues(accessor));
  }

  /** Its values as numbers after normalisation; the array must not be changed. */
  floats(accessor: GltfAccessor): Float32Array {
    const { componentType, index, isNormalized } = accessor;
    if (componentType === COMPONENT.FLOAT) return this.values(accessor) as Float32Array;
    return this.#floats.of(index, () => decodedFloats(this.#readValues(accessor), isNormalized));
  }

  /** Bytes of a buffer view, unpacked: all of them, or some of them. `asker` names their reader in errors. */
  viewBytes(index: number, asker: JsonNode, from = 0, length?: number): Uint8Array {
    const json = this.lists.entry('bufferViews', index);
    const byteLength = json.integerAt('byteLength');
    const wanted = length ?? byteLength - from;
    if (from + wanted > byteLength) asker.fail(`needs ${from + wanted} bytes of a buffer view that has ${byteLength}.`);
    const compression = compressionOf(json);
    if (!compression) return this.#range(json, from, wanted);
    const unpack = () => {
      const source = () => this.#range(compression, 0, compression.get('byteLength').integer(1));
      return unpackMeshopt(byteLength, source, compression, this.sources.meshopt);
    };
    return this.#unpacked.of(index, unpack).subarray(from, from + wanted);
  }

  /** The bytes of the buffer view that `reference` names. */
  namedView(reference: JsonNode): Uint8Array {
    return this.viewBytes(reference.index(this.lists.count('bufferViews'), 'buffer views'), reference);
  }

  /** `place` is a buffer view, or the extension of one, which has the same members. */
  #range(place: JsonNode, from: number, length: number): Uint8Array {
    const buffer = place.indexAt('buffer', this.lists.count('buffers'), 'buffers') ?? place.get('buffer').integer();
    return this.sources.bytes(buffer, place.integerAt('byteOffset', 0) + from, length, place);
  }

  #readValues({ json, bufferView, byteOffset, componentType, count, size, sparse }: GltfAccessor): ComponentArray {
    const elements = { componentType, count, size };
    const values =
      bufferView === null
        ? allocateComponents(componentType, count, size, json)
        : this.#elements(bufferView, byteOffset, elements, json);
    if (sparse) this.#replaceSparse(values, elements, sparse);
    return values;
  }

  #elements(view: number, byteOffset: number, elements: Elements, asker: JsonNode): ComponentArray {
    const { componentType, count, size } = elements;
    const element = size * componentArray(componentType)!.BYTES_PER_ELEMENT;
    const byteStride = this.lists.entry('bufferViews', view).integerAt('byteStride', 0) || element;
    const bytes = this.viewBytes(view, asker, byteOffset, count === 0 ? 0 : byteStride * (count - 1) + element);
    return readComponents(bytes, { componentType, count, size, byteOffset: 0, byteStride }, asker);
  }

  #replaceSparse(values: ComponentArray, { componentType, count, size }: Elements, sparse: JsonNode): void {
    const replaced = sparse.get('count').integer();
    const read = (part: JsonNode, type: number, components: number) => {
      const view = part.get('bufferView').index(this.lists.count('bufferViews'), 'buffer views');
      const byteOffset = part.integerAt('byteOffset', 0);
      return this.#elements(view, byteOffset, { componentType: type, count: replaced, size: components }, part);
    };
    const places = sparse.get('indices');
    const type = places.get('componentType');
    if (!componentArray(type.value)) type.fail('is no component type of an accessor.');
    const [at, by] = [read(places, type.integer(), 1), read(sparse.get('values'), componentType, size)];
    for (let i = 0; i < replaced; i++) {
      const element = at[i]!;
      if (element >= count) places.fail(`names element ${element} of ${count}.`);
      for (let c = 0; c < size; c++) values[element * size + c] = by[i * size + c]!;
    }
  }
}

type Elements = Pick<GltfAccessor, 'componentType' | 'count' | 'size'>;
