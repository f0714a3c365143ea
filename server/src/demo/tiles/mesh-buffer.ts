/** A growing triangle mesh in site ENU metres. */
export class MeshBuffer {
  readonly positions: number[] = [];
  /** Red, green, blue as displayed, 0 to 255. */
  readonly colours: number[] = [];
  readonly texcoords: number[] = [];
  readonly normals: number[] = [];
  readonly features: number[] = [];
  readonly indices: number[] = [];

  get vertexCount(): number {
    return this.positions.length / 3;
  }

  /** Adds a vertex; returns its index. */
  vertex(x: number, y: number, z: number, r: number, g: number, b: number): number {
    this.positions.push(x, y, z);
    this.colours.push(toByte(r), toByte(g), toByte(b));
    return this.positions.length / 3 - 1;
  }

  /** Adds a triangle unless two of its corners coincide. */
  triangle(a: number, b: number, c: number): void {
    if (this.#isSame(a, b) || this.#isSame(b, c) || this.#isSame(c, a)) return;
    this.indices.push(a, b, c);
  }

  /** Two triangles over the corners of a cell, counter-clockwise. */
  cell(a: number, b: number, c: number, d: number): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  #isSame(a: number, b: number): boolean {
    const p = this.positions;
    return (
      Math.abs(p[3 * a]! - p[3 * b]!) < 1e-6 &&
      Math.abs(p[3 * a + 1]! - p[3 * b + 1]!) < 1e-6 &&
      Math.abs(p[3 * a + 2]! - p[3 * b + 2]!) < 1e-6
    );
  }
}

export const toByte = (value: number): number => (value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value));
