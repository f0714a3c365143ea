import type { CadGeometry } from '../../formats/triangle-corners.ts';

/** Numbers in one buffer. */
const POOL_LENGTH = 1 << 20;
/** Longer arrays have buffers of their own. */
const LONGEST_POOLED = POOL_LENGTH / 16;

/**
 * Keeps the arrays of small geometries in few large buffers: a separate buffer for the array of a box costs as many bytes again as
 * its numbers, and a model may have a million boxes.
 */
export class ArrayPool {
  readonly #floats = new Pool<Float32Array>((length) => new Float32Array(length));
  readonly #integers = new Pool<Uint32Array>((length) => new Uint32Array(length));

  /** The same geometry, whose arrays may be views of shared buffers. */
  keep({ positions, normals, indices, colours }: CadGeometry): CadGeometry {
    return {
      positions: this.#floats.keep(positions),
      normals: this.#floats.keep(normals),
      indices: this.#integers.keep(indices),
      colours,
    };
  }
}

/** The pool of one type of array. */
class Pool<T extends Float32Array | Uint32Array> {
  #buffer: T;
  #count = 0;

  constructor(private readonly create: (length: number) => T) {
    this.#buffer = create(0);
  }

  keep(values: T): T {
    if (values.length > LONGEST_POOLED) return values;
    if (this.#count + values.length > this.#buffer.length) {
      this.#buffer = this.create(POOL_LENGTH);
      this.#count = 0;
    }
    this.#buffer.set(values, this.#count);
    const kept = this.#buffer.subarray(this.#count, this.#count + values.length) as T;
    this.#count += values.length;
    return kept;
  }
}
