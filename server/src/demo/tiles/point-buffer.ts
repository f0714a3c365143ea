/** A growing set of laser points: flat xyz in site ENU metres and rgb as displayed, 0 to 255. */
export class PointBuffer {
  #positions = new Float64Array(3 * 4096);
  #colours = new Uint8Array(3 * 4096);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Valid up to 3 × count; replaced when the buffer grows. */
  get positions(): Float64Array {
    return this.#positions;
  }

  get colours(): Uint8Array {
    return this.#colours;
  }

  push(x: number, y: number, z: number, r: number, g: number, b: number): void {
    const k = 3 * this.#count;
    if (k === this.#positions.length) this.#grow();
    this.#positions[k] = x;
    this.#positions[k + 1] = y;
    this.#positions[k + 2] = z;
    this.#colours[k] = r;
    this.#colours[k + 1] = g;
    this.#colours[k + 2] = b;
    this.#count++;
  }

  #grow(): void {
    const positions = new Float64Array(this.#positions.length * 2);
    positions.set(this.#positions);
    this.#positions = positions;
    const colours = new Uint8Array(this.#colours.length * 2);
    colours.set(this.#colours);
    this.#colours = colours;
  }
}
