/** Bits of each axis in a word of a Morton code. */
const WORD_BITS = 10;

/** Ten bits, two zeros after each. */
const SPREAD = Uint32Array.from({ length: 1 << WORD_BITS }, (_, value) => {
  let spread = 0;
  for (let bit = 0; bit < WORD_BITS; bit++) spread |= ((value >>> bit) & 1) << (3 * bit);
  return spread;
});

/** Word `word` of the Morton code of a point, 30 bits: bits 10·word to 10·word + 9 of each axis, x lowest. */
function mortonWord(x: number, y: number, z: number, word: number): number {
  const shift = WORD_BITS * word;
  return SPREAD[(x >>> shift) & 1023]! | (SPREAD[(y >>> shift) & 1023]! << 1) | (SPREAD[(z >>> shift) & 1023]! << 2);
}

/** A word is sorted by three digits of this many bits. */
const DIGIT_BITS = 10;
const DIGITS = 1 << DIGIT_BITS;
const DIGIT_MASK = DIGITS - 1;

/** Sorts points by Morton code (radix sort from the lowest digit), with arrays that are used again for each chunk. */
export class MortonSorter {
  #keys: Uint32Array;
  #nextKeys: Uint32Array;
  #order: Uint32Array;
  #nextOrder: Uint32Array;
  readonly #starts = new Uint32Array(3 * DIGITS);

  constructor(readonly capacity: number) {
    this.#keys = new Uint32Array(capacity);
    this.#nextKeys = new Uint32Array(capacity);
    this.#order = new Uint32Array(capacity);
    this.#nextOrder = new Uint32Array(capacity);
  }

  /**
   * The indices of the points in the order of their Morton codes; equal points keep their order. Uses the lowest `bits`
   * of each axis. The array is valid until the next call.
   */
  sort(x: Uint32Array, y: Uint32Array, z: Uint32Array, count: number, bits: number): Uint32Array {
    for (let i = 0; i < count; i++) this.#order[i] = i;
    for (let word = 0; word * WORD_BITS < bits; word++) {
      const [keys, order] = [this.#keys, this.#order];
      for (let i = 0; i < count; i++) {
        const point = order[i]!;
        keys[i] = mortonWord(x[point]!, y[point]!, z[point]!, word);
      }
      this.#sortByKeys(count);
    }
    return this.#order;
  }

  #sortByKeys(count: number): void {
    const starts = this.#starts.fill(0);
    const keys = this.#keys;
    for (let i = 0; i < count; i++) {
      const key = keys[i]!;
      starts[key & DIGIT_MASK]!++;
      starts[DIGITS + ((key >>> DIGIT_BITS) & DIGIT_MASK)]!++;
      starts[2 * DIGITS + (key >>> (2 * DIGIT_BITS))]!++;
    }
    for (let digit = 0; digit < 3; digit++) {
      const places = starts.subarray(digit * DIGITS, (digit + 1) * DIGITS);
      if (count > 0 && places[(keys[0]! >>> (digit * DIGIT_BITS)) & DIGIT_MASK] === count) continue;
      this.#scatter(count, digit * DIGIT_BITS, places);
    }
  }

  /** `places` are the counts of each digit. */
  #scatter(count: number, shift: number, places: Uint32Array): void {
    for (let digit = 0, sum = 0; digit < DIGITS; digit++) {
      const here = places[digit]!;
      places[digit] = sum;
      sum += here;
    }
    const [keys, order, nextKeys, nextOrder] = [this.#keys, this.#order, this.#nextKeys, this.#nextOrder];
    for (let i = 0; i < count; i++) {
      const key = keys[i]!;
      const place = places[(key >>> shift) & DIGIT_MASK]!++;
      nextKeys[place] = key;
      nextOrder[place] = order[i]!;
    }
    [this.#keys, this.#nextKeys, this.#order, this.#nextOrder] = [nextKeys, keys, nextOrder, order];
  }
}
