import { RECORD_WORDS } from '../../../pointclouds/record.ts';

/** Samples the places of points evenly, however many there are. */
export class PlaceSampler {
  /** Every so many points one is taken. */
  private stride = 1;
  /** Points of the next batch that come before the next one to be taken. */
  private ahead = 0;
  private count = 0;
  private readonly places: Int32Array;

  /** Keeps up to `most` points, an even number. */
  constructor(private readonly most: number) {
    this.places = new Int32Array(3 * most);
  }

  /** `words` are `count` records as 32-bit words. */
  add(words: Int32Array, count: number): void {
    let point = this.ahead;
    for (; point < count; point += this.stride) {
      if (this.count === this.most) this.halve();
      const at = point * RECORD_WORDS;
      this.places.set(words.subarray(at, at + 3), 3 * this.count++);
    }
    this.ahead = point - count;
  }

  /** Flat x, y, z of the sampled points, integers of the grid. */
  sample(): Int32Array {
    return this.places.slice(0, 3 * this.count);
  }

  private halve(): void {
    this.count = this.most / 2;
    this.stride *= 2;
    for (let to = 1; to < this.count; to++) this.places.copyWithin(3 * to, 6 * to, 6 * to + 3);
  }
}
