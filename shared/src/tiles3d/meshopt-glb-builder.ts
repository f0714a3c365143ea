import type { ComponentArray } from './component-types.ts';
import { componentTypeOf, ELEMENT_SIZES } from './component-types.ts';
import { bytesOf, GlbBuilder, indexArray } from './glb-builder.ts';

/** The part of meshoptimizer's encoder that is used; it must be ready. */
export interface MeshoptEncoder {
  encodeGltfBuffer(source: Uint8Array, count: number, size: number, mode: string): Uint8Array;
}

interface AttributeOptions {
  /** Bytes from one element to the next, a multiple of 4; left out where the array is tightly packed. */
  readonly stride?: number;
  readonly isNormalized?: boolean;
  readonly bounds?: { min: number[]; max: number[] };
  /** With which the array has been encoded, for readers to undo. */
  readonly filter?: 'OCTAHEDRAL';
}

/** Collects the arrays of a GLB compressed (EXT_meshopt_compression) and writes it. */
export class MeshoptGlbBuilder {
  readonly #glb = new GlbBuilder(8);
  #plainByteLength = 0;

  constructor(private readonly encoder: MeshoptEncoder) {}

  /** A vertex or instance attribute; returns its accessor. */
  attribute(array: ComponentArray, type: keyof typeof ELEMENT_SIZES, options: AttributeOptions = {}): number {
    const stride = options.stride ?? ELEMENT_SIZES[type] * array.BYTES_PER_ELEMENT;
    const view = this.#compressed(array, stride, 'ATTRIBUTES', options.filter);
    return this.#glb.addAccessor(view, {
      count: array.byteLength / stride,
      componentType: componentTypeOf(array),
      ...(options.isNormalized && { normalized: true }),
      type,
      ...options.bounds,
    });
  }

  /** Indices of triangles with this many vertices; returns their accessor. */
  triangles(indices: ArrayLike<number>, vertexCount: number): number {
    const array = indexArray(indices, vertexCount);
    const view = this.#compressed(array, array.BYTES_PER_ELEMENT, 'TRIANGLES');
    return this.#glb.addAccessor(view, {
      count: array.length,
      componentType: componentTypeOf(array),
      type: 'SCALAR',
    });
  }

  /** A buffer view of the unchanged bytes; returns its index. */
  view(bytes: Uint8Array): number {
    return this.#glb.view(bytes);
  }

  /** The file. `json` has everything but accessors, views and buffers. */
  finish(json: object): Uint8Array<ArrayBuffer> {
    // The second buffer has no bytes: its length is that of the uncompressed views.
    const fallback = { byteLength: this.#plainByteLength, extensions: { EXT_meshopt_compression: { fallback: true } } };
    return this.#glb.finish(json, [fallback]);
  }

  #compressed(array: ComponentArray, stride: number, mode: 'ATTRIBUTES' | 'TRIANGLES', filter?: string): number {
    const bytes = bytesOf(array);
    const count = bytes.byteLength / stride;
    const packed = this.#glb.append(this.encoder.encodeGltfBuffer(bytes, count, stride, mode));
    const byteOffset = this.#plainByteLength;
    this.#plainByteLength = Math.ceil((byteOffset + bytes.byteLength) / 8) * 8;
    return this.#glb.addView({
      buffer: 1,
      byteOffset,
      byteLength: bytes.byteLength,
      ...(mode === 'ATTRIBUTES' ? { byteStride: stride, target: 34962 } : { target: 34963 }),
      extensions: {
        EXT_meshopt_compression: { ...packed, byteStride: stride, count, mode, ...(filter && { filter }) },
      },
    });
  }
}
