import { closeSync, fsyncSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import type { ForeignJson } from '@overlook/shared/tiles3d';

const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;
const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const UNSIGNED_INT = 5125;

/** A vertex attribute as it is written: floats, or shares of 65,535. */
export interface WrittenAttribute {
  readonly name: string;
  readonly type: 'VEC2' | 'VEC3' | 'VEC4';
  readonly values: Float32Array | Uint16Array;
}

/** A GLB stores its length in 32 bits; headers and JSON need some of it. */
const BINARY_BYTES_MOST = 2 ** 32 - 2 ** 29;

/** The file cannot become a GLB: it has more bytes than its header can state. */
export class GlbTooLargeError extends Error {
  override readonly name = 'GlbTooLargeError';
}

/** Writes the binary chunk of a GLB to a file as it is made, and keeps its entries for the JSON. */
export class GlbParts {
  readonly accessors: ForeignJson[] = [];
  readonly bufferViews: ForeignJson[] = [];
  byteLength = 0;
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  /** Bytes as a buffer view; returns its number. Throws `GlbTooLargeError`. */
  view(bytes: Uint8Array, target?: number): number {
    const byteOffset = this.byteLength;
    const padded = Math.ceil(bytes.length / 4) * 4;
    if (byteOffset + padded > BINARY_BYTES_MOST)
      throw new GlbTooLargeError('The export has more bytes than a GLB can have.');
    writeAll(this.#file, bytes);
    if (padded > bytes.length) writeAll(this.#file, new Uint8Array(padded - bytes.length));
    this.byteLength += padded;
    return this.bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.length, ...(target && { target }) }) - 1;
  }

  /** Returns its accessor. */
  attribute({ name, type, values }: WrittenAttribute): number {
    const size = Number(type.slice(3));
    const isFloat = values instanceof Float32Array;
    return this.#accessor(values, ARRAY_BUFFER, {
      componentType: isFloat ? FLOAT : UNSIGNED_SHORT,
      ...(!isFloat && { normalized: true }),
      count: values.length / size,
      type,
      ...(name === 'POSITION' && boundsOf(values)),
    });
  }

  /** Returns their accessor. */
  indices(indices: Uint32Array, vertices: number): number {
    const values = vertices < 65_535 ? Uint16Array.from(indices) : indices;
    const componentType = values instanceof Uint16Array ? UNSIGNED_SHORT : UNSIGNED_INT;
    return this.#accessor(values, ELEMENT_ARRAY_BUFFER, { componentType, count: values.length, type: 'SCALAR' });
  }

  close(): void {
    closeSync(this.#file);
  }

  #accessor(values: Float32Array | Uint16Array | Uint32Array, target: number, json: ForeignJson): number {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return this.accessors.push({ bufferView: this.view(bytes, target), ...json }) - 1;
  }
}

function boundsOf(positions: ArrayLike<number>): { min: number[]; max: number[] } {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let i = 0; i < positions.length; i++) {
    const value = positions[i]!;
    if (value < min![i % 3]!) min![i % 3] = value;
    if (value > max![i % 3]!) max![i % 3] = value;
  }
  return { min: min!, max: max! };
}

const COPIED_AT_ONCE = 1 << 22;
const GLB_MAGIC = 0x46546c67;
const CHUNK_JSON = 0x4e4f534a;
const CHUNK_BIN = 0x004e4942;

/** Writes a GLB of a document and the file that holds its binary chunk, safe against power loss. Returns its length. */
export function assembleGlb(path: string, json: object, bin: { path: string; byteLength: number }): number {
  const text = Buffer.from(JSON.stringify(json));
  const jsonLength = Math.ceil(text.length / 4) * 4;
  const total = 28 + jsonLength + bin.byteLength;
  if (total >= 2 ** 32) throw new GlbTooLargeError('The export has more bytes than a GLB can have.');
  writeFileSync(path, Buffer.from(Uint32Array.of(GLB_MAGIC, 2, total, jsonLength, CHUNK_JSON).buffer));
  const [out, source] = [openSync(path, 'a'), openSync(bin.path, 'r')];
  try {
    writeAll(out, text);
    writeAll(out, Buffer.alloc(jsonLength - text.length, ' '));
    writeAll(out, Buffer.from(Uint32Array.of(bin.byteLength, CHUNK_BIN).buffer));
    const block = Buffer.alloc(COPIED_AT_ONCE);
    for (;;) {
      const count = readSync(source, block, 0, block.length, null);
      if (count === 0) break;
      writeAll(out, block.subarray(0, count));
    }
    fsyncSync(out);
  } finally {
    closeSync(out);
    closeSync(source);
  }
  return total;
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}
