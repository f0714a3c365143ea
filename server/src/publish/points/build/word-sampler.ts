import { RECORD_WORDS } from '../../../pointclouds/record.ts';

/** Samples some words of records evenly, however many there are. */
export class WordSampler {
  /** Every so many points one is taken. */
  private stride = 1;
  /** Points of the next batch that come before the next one to be taken. */
  private ahead = 0;
  private count = 0;
  private readonly words: Int32Array;

  /** Keeps words `from` (inclusive) on of up to `most` points, an even number; `size` words each. */
  constructor(
    private readonly most: number,
    private readonly from: number,
    private readonly size: number,
  ) {
    this.words = new Int32Array(size * most);
  }

  /** `words` are `count` records as 32-bit words. */
  add(words: Int32Array, count: number): void {
    let point = this.ahead;
    for (; point < count; point += this.stride) {
      if (this.count === this.most) this.halve();
      const at = point * RECORD_WORDS + this.from;
      this.words.set(words.subarray(at, at + this.size), this.size * this.count++);
    }
    this.ahead = point - count;
  }

  /** The words of the sampled points. */
  sample(): Int32Array {
    return this.words.slice(0, this.size * this.count);
  }

  private halve(): void {
    this.count = this.most / 2;
    this.stride *= 2;
    const { size } = this;
    for (let to = 1; to < this.count; to++) this.words.copyWithin(size * to, 2 * size * to, (2 * to + 1) * size);
  }
}
