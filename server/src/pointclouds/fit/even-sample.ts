import { VoxelSet } from '../thinning/voxel-set.ts';

/** The side of voxels grows by this: what is on surfaces is halved. */
const GROWTH = Math.SQRT2;
/** Numbers of voxels begin at 0; this is about the middle of those that a set takes. */
const MIDDLE = 2 ** 30;

/**
 * Points thinned to at most so many that lie evenly in space: one for each voxel, whose side grows until they are few enough. The first point
 * of a voxel is kept, so that the same points in the same order give the same sample.
 */
export class EvenSample {
  count = 0;
  readonly #xyz: Float64Array;
  readonly #numbers: Int32Array;
  #added = 0;
  #sideM: number;
  readonly #voxels = new VoxelSet();

  /** `pointsMost`: at least 9, because voxels that meet in one corner never become one. `leastSideM`: of the voxels to begin with. */
  constructor(
    private readonly pointsMost: number,
    leastSideM: number,
  ) {
    this.#xyz = new Float64Array(pointsMost * 3);
    this.#numbers = new Int32Array(pointsMost);
    this.#sideM = leastSideM;
  }

  add(x: number, y: number, z: number): void {
    const number = this.#added++;
    if (!this.#isFirst(x, y, z)) return;
    // Another point may have its voxel once it has grown, which does no harm.
    if (this.count === this.pointsMost) this.#thin();
    const at = 3 * this.count;
    this.#xyz[at] = x;
    this.#xyz[at + 1] = y;
    this.#xyz[at + 2] = z;
    this.#numbers[this.count++] = number;
  }

  /** Side of the voxels, metres: about the distance between the points where there were more. */
  get sideM(): number {
    return this.#sideM;
  }

  /** The sample, flat xyz, metres; valid until the next point. */
  points(): Float64Array {
    return this.#xyz.subarray(0, 3 * this.count);
  }

  /** Of each point of the sample, how many were added before it. */
  numbers(): Int32Array {
    return this.#numbers.subarray(0, this.count);
  }

  #isFirst(x: number, y: number, z: number): boolean {
    const perM = 1 / this.#sideM;
    return this.#voxels.add(
      Math.floor(x * perM) + MIDDLE,
      Math.floor(y * perM) + MIDDLE,
      Math.floor(z * perM) + MIDDLE,
    );
  }

  #thin(): void {
    const all = this.count;
    do {
      this.#sideM *= GROWTH;
      this.#voxels.clear();
      this.count = 0;
      for (let from = 0; from < all; from++) {
        const at = 3 * from;
        if (!this.#isFirst(this.#xyz[at]!, this.#xyz[at + 1]!, this.#xyz[at + 2]!)) continue;
        this.#numbers[this.count] = this.#numbers[from]!;
        this.#xyz.copyWithin(3 * this.count++, at, at + 3);
      }
    } while (this.count === all);
  }
}
