import { AXES } from '@overlook/shared/maths';
/**
 * A set of voxels by their numbers on three axes, for thinning. Voxels are stored in bricks of 8 × 8 × 8, with one bit
 * each: on scans that is 9 bytes per voxel and 11 million per second, where a `Set` needs 50 bytes and is limited to
 * 16.7 million.
 */

/** Words of a brick: its three numbers, then 512 bits. */
const BRICK_WORDS = 3 + 16;
const PAGE_BITS = 12;
const PAGE_BRICKS = 1 << PAGE_BITS;
const TABLE_SLOTS_LEAST = 1 << 12;

/** Numbers of bricks, which are those of voxels divided by 8: `low` inclusive, `high` exclusive. */
export interface BrickRange {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

export class VoxelSet {
  /** Bricks one after another, in pages, so that growing copies nothing. */
  readonly #pages: Int32Array[] = [];
  /** Open addressing with linear probing: number of the brick plus 1, or 0. */
  #table: Int32Array = new Int32Array(TABLE_SLOTS_LEAST);
  #bricks = 0;
  /** The brick of the last voxel: neighbouring points are in the same. */
  #lastPage: Int32Array = new Int32Array(BRICK_WORDS);
  #lastAt = -1;

  /** Adds a voxel; true where it was not there yet. Numbers are integers from 0 to 2^32 − 1. */
  add(x: number, y: number, z: number): boolean {
    const bx = x >> 3;
    const by = y >> 3;
    const bz = z >> 3;
    const page = this.#lastPage;
    const at = this.#lastAt;
    if (at < 0 || page[at] !== bx || page[at + 1] !== by || page[at + 2] !== bz) this.#find(bx, by, bz);
    const bit = (x & 7) | ((y & 7) << 3) | ((z & 7) << 6);
    const word = this.#lastAt + 3 + (bit >>> 5);
    const mask = 1 << (bit & 31);
    const bits = this.#lastPage[word]!;
    this.#lastPage[word] = bits | mask;
    return (bits & mask) === 0;
  }

  /** Memory in use. */
  get bytes(): number {
    return this.#bricks * BRICK_WORDS * 4 + this.#table.length * 4;
  }

  /** Empties the set and keeps its memory for further use. */
  clear(): void {
    this.#bricks = 0;
    this.#lastAt = -1;
    this.#table.fill(0);
  }

  /** Removes the voxels whose bricks are outside the range, and frees their memory. */
  keepWithin({ low, high }: BrickRange): void {
    let kept = 0;
    for (let brick = 0; brick < this.#bricks; brick++) {
      const [from, at] = this.#placeOf(brick);
      const isKept = AXES.every((axis) => {
        const number = (from[at + axis]! >>> 0) % 2 ** 29;
        return number >= low[axis] && number < high[axis];
      });
      if (!isKept) continue;
      const [to, target] = this.#placeOf(kept++);
      to.set(from.subarray(at, at + BRICK_WORDS), target);
    }
    this.#bricks = kept;
    this.#lastAt = -1;
    this.#pages.length = Math.ceil(kept / PAGE_BRICKS);
    this.#rehash(Math.max(TABLE_SLOTS_LEAST, 2 ** Math.ceil(Math.log2(kept * 2 + 1))));
  }

  #placeOf(brick: number): [Int32Array, number] {
    return [this.#pages[brick >>> PAGE_BITS]!, (brick & (PAGE_BRICKS - 1)) * BRICK_WORDS];
  }

  /** Makes the brick the last one; adds it if it is missing. */
  #find(bx: number, by: number, bz: number): void {
    if (this.#bricks > this.#table.length * 0.6) this.#rehash(this.#table.length * 2);
    const mask = this.#table.length - 1;
    let slot = hash(bx, by, bz) & mask;
    for (let brick = this.#table[slot]!; brick !== 0; brick = this.#table[slot]!) {
      const page = this.#pages[(brick - 1) >>> PAGE_BITS]!;
      const at = ((brick - 1) & (PAGE_BRICKS - 1)) * BRICK_WORDS;
      if (page[at] === bx && page[at + 1] === by && page[at + 2] === bz) {
        this.#lastPage = page;
        this.#lastAt = at;
        return;
      }
      slot = (slot + 1) & mask;
    }
    if (this.#bricks >>> PAGE_BITS >= this.#pages.length) this.#pages.push(new Int32Array(PAGE_BRICKS * BRICK_WORDS));
    const [page, at] = this.#placeOf(this.#bricks);
    page.fill(0, at + 3, at + BRICK_WORDS);
    page[at] = bx;
    page[at + 1] = by;
    page[at + 2] = bz;
    this.#table[slot] = ++this.#bricks;
    this.#lastPage = page;
    this.#lastAt = at;
  }

  #rehash(slots: number): void {
    this.#table = new Int32Array(slots);
    for (let brick = 0; brick < this.#bricks; brick++) {
      const [page, at] = this.#placeOf(brick);
      let slot = hash(page[at]!, page[at + 1]!, page[at + 2]!) & (slots - 1);
      while (this.#table[slot] !== 0) slot = (slot + 1) & (slots - 1);
      this.#table[slot] = brick + 1;
    }
  }
}

/** Three large odd factors, then the mixing of MurmurHash3 (Austin Appleby, public domain). */
function hash(bx: number, by: number, bz: number): number {
  let mixed = Math.imul(bx, 0x9e3779b1) ^ Math.imul(by, 0x85ebca77) ^ Math.imul(bz, 0xc2b2ae3d);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}
