/** The lines that are related to a line: pairs in typed arrays, sorted by their first half, for millions of them. */
export class PairIndex {
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;

  constructor(pairs: Iterable<readonly [from: number, to: number]>) {
    const flat: number[] = [];
    for (const [from, to] of pairs) flat.push(from, to);
    const count = flat.length / 2;
    const order = Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => flat[2 * a]! - flat[2 * b]! || a - b);
    this.#from = Uint32Array.from(order, (i) => flat[2 * i]!);
    this.#to = Uint32Array.from(order, (i) => flat[2 * i + 1]!);
  }

  /** The partners of `from`, in the order in which the pairs were added. */
  of(from: number): number[] {
    let low = 0;
    let high = this.#from.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#from[middle]! < from) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let i = low; this.#from[i] === from; i++) found.push(this.#to[i]!);
    return found;
  }
}
