import { growingBytes, growingDoubles } from './growing-array.ts';

/** A growing set of laser points: flat xyz in site ENU metres and rgb as displayed, 0 to 255. */
export class PointBuffer {
  readonly #positions = growingDoubles();
  readonly #colours = growingBytes();

  get count(): number {
    return this.#positions.length / 3;
  }

  /** Valid up to 3 × count; replaced when the buffer grows. */
  get positions(): Float64Array {
    return this.#positions.storage;
  }

  get colours(): Uint8Array {
    return this.#colours.storage;
  }

  push(x: number, y: number, z: number, r: number, g: number, b: number): void {
    this.#positions.push3(x, y, z);
    this.#colours.push3(r, g, b);
  }
}
