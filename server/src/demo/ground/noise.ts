import { hash01 } from '../plant/random.ts';

/** Side of the noise tables, cells. */
const SIDE = 256;

/** Smooth value noise that repeats every 256 cells, from a table filled once per seed. */
export class NoiseField {
  readonly #table = new Float32Array(SIDE * SIDE);

  constructor(seed: number) {
    for (let i = 0; i < this.#table.length; i++) this.#table[i] = hash01(i, seed);
  }

  /** A value in [0, 1] at (x, y) in cells. */
  at(x: number, y: number): number {
    const x0 = Math.floor(x);
    const y0 = Math.floor(y);
    const fx = x - x0;
    const fy = y - y0;
    const sx = fx * fx * (3 - 2 * fx);
    const sy = fy * fy * (3 - 2 * fy);
    const i = x0 & 255;
    const i1 = (i + 1) & 255;
    const j = (y0 & 255) << 8;
    const j1 = (j + 256) & 0xff00;
    const t = this.#table;
    const a = t[j | i]!;
    const b = t[j | i1]!;
    const c = t[j1 | i]!;
    const d = t[j1 | i1]!;
    const low = a + (b - a) * sx;
    return low + (c + (d - c) * sx - low) * sy;
  }

  /** `octaves` layers of the noise, each half as strong and twice as fine; in [0, 1], mean about 0.5. */
  fractal(x: number, y: number, octaves: number): number {
    let sum = 0;
    let weight = 0.5;
    let total = 0;
    for (let i = 0; i < octaves; i++) {
      sum += weight * this.at(x, y);
      total += weight;
      weight *= 0.5;
      x = x * 2.03 + 17.3;
      y = y * 2.03 + 9.1;
    }
    return sum / total;
  }
}
