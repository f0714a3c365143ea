import { EvenSample } from './even-sample.ts';

/** Side of the columns of a scene, metres. */
const COLUMN_M = 1;
/** A column whose points differ by more than this in height holds more than ground, metres. */
const TALL_M = 1;
/** More columns than any site has: points beyond them count as ground. */
const COLUMNS_MOST = 4_000_000;
/** Columns are numbered from the middle of a square of this many. */
const COLUMNS_WIDE = 2 ** 26;
/** Finer than this, noise is all that differs, metres. */
export const LEAST_SIDE_M = 0.03;
/** Share of a sample for what stands on the ground, which fixes a place best and covers least. */
const TALL_SHARE = 0.7;

/**
 * Points of a scene thinned evenly, denser where something stands than on open ground. Points come from coarse to fine, so that what stands
 * is known before most of them come.
 */
export class SceneSample {
  /** Of columns with something in them. */
  readonly tall: EvenSample;
  readonly ground: EvenSample;
  readonly #columns = new Map<number, { low: number; high: number }>();

  constructor(pointsMost: number) {
    this.tall = new EvenSample(Math.round(TALL_SHARE * pointsMost), LEAST_SIDE_M);
    this.ground = new EvenSample(Math.round((1 - TALL_SHARE) * pointsMost), LEAST_SIDE_M);
  }

  get count(): number {
    return this.tall.count + this.ground.count;
  }

  /** East, north and up, metres; what is no number is left out. */
  add(x: number, y: number, z: number): void {
    if (!Number.isFinite(x + y + z)) return;
    if (this.#isTall(x, y, z)) this.tall.add(x, y, z);
    else this.ground.add(x, y, z);
  }

  #isTall(x: number, y: number, z: number): boolean {
    const number = Math.floor(x / COLUMN_M) * COLUMNS_WIDE + Math.floor(y / COLUMN_M);
    const column = this.#columns.get(number);
    if (!column) {
      if (this.#columns.size < COLUMNS_MOST) this.#columns.set(number, { low: z, high: z });
      return false;
    }
    if (z < column.low) column.low = z;
    else if (z > column.high) column.high = z;
    return column.high - column.low > TALL_M;
  }
}
