type Numbers = Float32Array | Float64Array | Uint8Array | Uint32Array;

/**
 * A typed array that doubles as it fills: tiles have up to a million numbers, for which plain arrays cost too much
 * garbage collection.
 */
export class GrowingArray<T extends Numbers> {
  #storage: T;
  #length = 0;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T, capacity = 3072) {
    this.#make = make;
    this.#storage = make(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Everything allocated; replaced by a larger one when it is full. */
  get storage(): T {
    return this.#storage;
  }

  /** A view of what is filled, valid until the next push. */
  get filled(): T {
    return this.#storage.subarray(0, this.#length) as T;
  }

  push(value: number): void {
    if (this.#length === this.#storage.length) this.#grow();
    this.#storage[this.#length++] = value;
  }

  push3(a: number, b: number, c: number): void {
    if (this.#length + 3 > this.#storage.length) this.#grow();
    this.#storage[this.#length] = a;
    this.#storage[this.#length + 1] = b;
    this.#storage[this.#length + 2] = c;
    this.#length += 3;
  }

  #grow(): void {
    const larger = this.#make(this.#storage.length * 2);
    larger.set(this.#storage);
    this.#storage = larger;
  }
}

export const growingFloats = () => new GrowingArray((length) => new Float32Array(length));
export const growingDoubles = () => new GrowingArray((length) => new Float64Array(length));
export const growingBytes = () => new GrowingArray((length) => new Uint8Array(length));
export const growingIndices = () => new GrowingArray((length) => new Uint32Array(length));
