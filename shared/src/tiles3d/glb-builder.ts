import { type ComponentArray, componentTypeOf, ELEMENT_SIZES } from './component-types.ts';
import { writeGlb } from './write-glb.ts';

const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

/** Where bytes lie in the GLB's binary chunk. */
interface Place {
  readonly buffer: 0;
  readonly byteOffset: number;
  readonly byteLength: number;
}

/** Collects buffer views and accessors of a glTF and writes it. Arrays given are read when the file is written. */
export class GlbBuilder {
  readonly #chunks: { bytes: Uint8Array; byteOffset: number }[] = [];
  readonly #views: object[] = [];
  readonly #accessors: object[] = [];
  #byteLength = 0;

  /** Each view begins at a multiple of `alignmentBytes`: columns of 64-bit numbers need 8. */
  constructor(private readonly alignmentBytes: 4 | 8 = 4) {}

  /** A vertex attribute; returns its accessor. Positions need `bounds` (glTF 2.0 §3.7.2.1). */
  attribute(
    array: ComponentArray,
    type: keyof typeof ELEMENT_SIZES,
    { isNormalized = false, bounds }: { isNormalized?: boolean; bounds?: { min: number[]; max: number[] } } = {},
  ): number {
    return this.addAccessor(this.view(bytesOf(array), { target: ARRAY_BUFFER }), {
      componentType: componentTypeOf(array),
      ...(isNormalized && { normalized: true }),
      count: array.length / ELEMENT_SIZES[type],
      type,
      ...bounds,
    });
  }

  /** Positions, flat xyz, with their bounds; returns their accessor. */
  positions(array: Float32Array): number {
    return this.attribute(array, 'VEC3', { bounds: boundsOf(array) });
  }

  /** Indices of primitives with this many vertices, in the narrowest array; returns their accessor. */
  indices(indices: ArrayLike<number>, vertexCount: number): number {
    const array = indexArray(indices, vertexCount);
    return this.addAccessor(this.view(bytesOf(array), { target: ELEMENT_ARRAY_BUFFER }), {
      componentType: componentTypeOf(array),
      count: array.length,
      type: 'SCALAR',
    });
  }

  /** A buffer view of the unchanged bytes; returns its index. */
  view(bytes: Uint8Array, more: object = {}): number {
    return this.addView({ ...this.append(bytes), ...more });
  }

  /** Adds bytes that no buffer view names yet. */
  append(bytes: Uint8Array): Place {
    const place = { buffer: 0, byteOffset: this.#byteLength, byteLength: bytes.byteLength } as const;
    this.#chunks.push({ bytes, byteOffset: place.byteOffset });
    this.#byteLength = Math.ceil((place.byteOffset + bytes.byteLength) / this.alignmentBytes) * this.alignmentBytes;
    return place;
  }

  addView(view: object): number {
    return this.#views.push(view) - 1;
  }

  addAccessor(bufferView: number, accessor: object): number {
    return this.#accessors.push({ bufferView, ...accessor }) - 1;
  }

  /** The document and its binary chunk. `json` has everything but accessors, views and the buffer. */
  document<T extends object>(
    json: T,
    furtherBuffers: readonly Record<string, unknown>[] = [],
  ): { json: T & GlbLists; bin: Uint8Array<ArrayBuffer> } {
    const bin = new Uint8Array(Math.ceil(this.#byteLength / 8) * 8);
    for (const { bytes, byteOffset } of this.#chunks) bin.set(bytes, byteOffset);
    const lists = {
      accessors: this.#accessors as GlbLists['accessors'],
      bufferViews: this.#views as GlbLists['bufferViews'],
      buffers: [{ byteLength: bin.byteLength }, ...furtherBuffers],
    };
    return { json: { ...json, ...lists }, bin };
  }

  /** The file; arguments as `document` has them. */
  finish(json: object, furtherBuffers: readonly Record<string, unknown>[] = []): Uint8Array<ArrayBuffer> {
    const made = this.document(json, furtherBuffers);
    return writeGlb(made.json, made.bin);
  }
}

/** The lists of a document that the builder writes. */
interface GlbLists {
  accessors: Record<string, unknown>[];
  bufferViews: Record<string, unknown>[];
  buffers: Record<string, unknown>[];
}

/** Indices in 16 bits where they fit; 65535 is kept for the restart of a primitive. */
export const indexArray = (indices: ArrayLike<number>, vertexCount: number): Uint16Array | Uint32Array =>
  vertexCount < 65536 ? Uint16Array.from(indices) : Uint32Array.from(indices);

/** The bytes of an array, as a view. */
export const bytesOf = (array: ComponentArray): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

function boundsOf(positions: Float32Array): { min: number[]; max: number[] } {
  const bounds = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  for (let i = 0; i < positions.length; i++) {
    const value = positions[i]!;
    if (value < bounds.min[i % 3]!) bounds.min[i % 3] = value;
    if (value > bounds.max[i % 3]!) bounds.max[i % 3] = value;
  }
  return bounds;
}
