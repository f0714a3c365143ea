import { type GrowingArray, growingBytes, growingFloats, growingIndices } from './growing-array.ts';

/** A growing triangle mesh in site ENU metres, kept as it will be stored: 32-bit positions, 8-bit colours. */
export class MeshBuffer {
  /** Flat xyz. */
  readonly positions: GrowingArray<Float32Array> = growingFloats();
  /** Red, green, blue, opacity as displayed, 0 to 255. */
  readonly colours: GrowingArray<Uint8Array> = growingBytes();
  readonly texcoords: GrowingArray<Float32Array> = growingFloats();
  readonly normals: GrowingArray<Float32Array> = growingFloats();
  readonly features: GrowingArray<Float32Array> = growingFloats();
  readonly indices: GrowingArray<Uint32Array> = growingIndices();

  get vertexCount(): number {
    return this.positions.length / 3;
  }

  /** Adds a vertex; colours outside 0 to 255 are clamped. Returns its index. */
  vertex(x: number, y: number, z: number, r: number, g: number, b: number): number {
    this.positions.push3(x, y, z);
    this.colours.push3(toByte(r), toByte(g), toByte(b));
    this.colours.push(255);
    return this.positions.length / 3 - 1;
  }

  /** Adds a triangle unless two of its corners coincide. */
  triangle(a: number, b: number, c: number): void {
    if (this.#isSame(a, b) || this.#isSame(b, c) || this.#isSame(c, a)) return;
    this.indices.push3(a, b, c);
  }

  /** Two triangles over the corners of a cell, counter-clockwise. */
  cell(a: number, b: number, c: number, d: number): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  #isSame(a: number, b: number): boolean {
    const p = this.positions.storage;
    return (
      Math.abs(p[3 * a]! - p[3 * b]!) < 1e-5 &&
      Math.abs(p[3 * a + 1]! - p[3 * b + 1]!) < 1e-5 &&
      Math.abs(p[3 * a + 2]! - p[3 * b + 2]!) < 1e-5
    );
  }
}

const toByte = (value: number): number => (value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value));
