import { MeshoptEncoder } from 'meshoptimizer';
import { glbFile } from '../../formats/glb-file.ts';

/** Must be awaited before anything is compressed. */
export const encoderReady: Promise<void> = MeshoptEncoder.ready;

export const COMPONENT = {
  BYTE: 5120,
  UNSIGNED_BYTE: 5121,
  UNSIGNED_SHORT: 5123,
  UNSIGNED_INT: 5125,
  FLOAT: 5126,
} as const;

interface Elements {
  readonly count: number;
  /** Bytes of an element; a multiple of 4 for vertex attributes. */
  readonly stride: number;
}

/** Buffer views and accessors of a GLB whose arrays are compressed (EXT_meshopt_compression). */
export class GlbBuilder {
  readonly #chunks: Uint8Array[] = [];
  readonly #views: object[] = [];
  readonly #accessors: object[] = [];
  #byteLength = 0;
  #plainByteLength = 0;

  /** An accessor over a compressed vertex or instance attribute; returns its index. */
  attribute(bytes: Uint8Array, elements: Elements, accessor: object, filter?: 'OCTAHEDRAL'): number {
    return this.#accessor(this.#compressed(bytes, elements, 'ATTRIBUTES', filter), {
      count: elements.count,
      ...accessor,
    });
  }

  /** An accessor over the corners of triangles; returns its index. */
  triangles(indices: Uint32Array, vertices: number): number {
    const isShort = vertices < 65536;
    const bytes = bytesOf(isShort ? Uint16Array.from(indices) : indices);
    const view = this.#compressed(bytes, { count: indices.length, stride: isShort ? 2 : 4 }, 'TRIANGLES');
    const componentType = isShort ? COMPONENT.UNSIGNED_SHORT : COMPONENT.UNSIGNED_INT;
    return this.#accessor(view, { count: indices.length, componentType, type: 'SCALAR' });
  }

  /** A buffer view as it is; returns its index. */
  plain(bytes: Uint8Array): number {
    this.#views.push({ buffer: 0, byteOffset: this.#append(bytes), byteLength: bytes.byteLength });
    return this.#views.length - 1;
  }

  /** The file. `json` brings everything but views, accessors and buffers. */
  finish(json: object): Uint8Array {
    const bin = new Uint8Array(Math.ceil(this.#byteLength / 8) * 8);
    let offset = 0;
    for (const chunk of this.#chunks) {
      bin.set(chunk, offset);
      offset = aligned(offset + chunk.byteLength);
    }
    // The second buffer has no bytes: it is what the views would fill if they were not compressed.
    const fallback = { byteLength: this.#plainByteLength, extensions: { EXT_meshopt_compression: { fallback: true } } };
    return glbFile(
      {
        ...json,
        accessors: this.#accessors,
        bufferViews: this.#views,
        buffers: [{ byteLength: bin.byteLength }, fallback],
      },
      bin,
    );
  }

  #compressed(
    bytes: Uint8Array,
    { count, stride }: Elements,
    mode: 'ATTRIBUTES' | 'TRIANGLES',
    filter?: string,
  ): number {
    const packed = MeshoptEncoder.encodeGltfBuffer(bytes, count, stride, mode);
    const byteOffset = this.#plainByteLength;
    this.#plainByteLength = aligned(byteOffset + bytes.byteLength);
    const compression = { buffer: 0, byteOffset: this.#append(packed), byteLength: packed.byteLength };
    this.#views.push({
      buffer: 1,
      byteOffset,
      byteLength: bytes.byteLength,
      ...(mode === 'ATTRIBUTES' ? { byteStride: stride, target: 34962 } : { target: 34963 }),
      extensions: {
        EXT_meshopt_compression: { ...compression, byteStride: stride, count, mode, ...(filter ? { filter } : {}) },
      },
    });
    return this.#views.length - 1;
  }

  #append(bytes: Uint8Array): number {
    const offset = this.#byteLength;
    this.#chunks.push(bytes);
    this.#byteLength = aligned(offset + bytes.byteLength);
    return offset;
  }

  #accessor(bufferView: number, accessor: object): number {
    this.#accessors.push({ bufferView, ...accessor });
    return this.#accessors.length - 1;
  }
}

const aligned = (offset: number): number => Math.ceil(offset / 8) * 8;

export const bytesOf = (array: Float32Array | Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
