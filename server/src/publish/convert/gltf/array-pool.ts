import type { CadGeometry } from '../cad-model.ts';

/** Numbers in one buffer. */
const POOL_LENGTH = 1 << 20;
/** Longer arrays have buffers of their own. */
const LONGEST_POOLED = POOL_LENGTH / 16;

type Pooled = Float32Array | Uint32Array;

/**
 * Keeps the arrays of small geometries in few large buffers: a buffer of its own costs an array of a box as many bytes again as
 * its numbers, and a model may have a million boxes.
 */
export class ArrayPool {
  #floats = new Float32Array(0);
  #floatCount = 0;
  #integers = new Uint32Array(0);
  #integerCount = 0;

  /** The same geometry, whose arrays may be views of shared buffers. */
  keep({ positions, normals, indices, colours }: CadGeometry): CadGeometry {
    return {
      positions: this.#float(positions),
      normals: this.#float(normals),
      indices: this.#integer(indices),
      colours,
    };
  }

  #float(values: Float32Array): Float32Array {
    if (values.length > LONGEST_POOLED) return values;
    if (this.#floatCount + values.length > this.#floats.length) {
      this.#floats = new Float32Array(POOL_LENGTH);
      this.#floatCount = 0;
    }
    const kept = placed(values, this.#floats, this.#floatCount);
    this.#floatCount += values.length;
    return kept;
  }

  #integer(values: Uint32Array): Uint32Array {
    if (values.length > LONGEST_POOLED) return values;
    if (this.#integerCount + values.length > this.#integers.length) {
      this.#integers = new Uint32Array(POOL_LENGTH);
      this.#integerCount = 0;
    }
    const kept = placed(values, this.#integers, this.#integerCount);
    this.#integerCount += values.length;
    return kept;
  }
}

function placed<T extends Pooled>(values: T, pool: T, at: number): T {
  pool.set(values, at);
  return pool.subarray(at, at + values.length) as T;
}
