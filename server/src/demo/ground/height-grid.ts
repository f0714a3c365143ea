import type { PlantDescription } from '../plant/types.ts';
import { terrainHeight } from './terrain.ts';

/** Samples along a side, one more than cells; one extra cell beyond each border gives the slopes there. */
const CELLS = 64;
const ROW = CELLS + 3;

/**
 * The heights of a square of ground on a grid: drawing needs heights at a hundred thousand places, and a coarse grid is
 * enough for the broad dunes.
 */
export class HeightGrid {
  readonly #heights = new Float32Array(ROW * ROW);
  readonly #west: number;
  readonly #south: number;
  readonly #perMetre: number;
  /** True where the ground is flat: every height is 0. */
  readonly isLevel: boolean;

  /** @param west, south corner of the square and `side` its length, ENU metres. */
  constructor(plant: PlantDescription, west: number, south: number, side: number) {
    const step = side / CELLS;
    this.#west = west - step;
    this.#south = south - step;
    this.#perMetre = 1 / step;
    let highest = 0;
    for (let j = 0; j < ROW; j++) {
      for (let i = 0; i < ROW; i++) {
        const z = terrainHeight(plant, this.#west + i * step, this.#south + j * step);
        this.#heights[j * ROW + i] = z;
        if (z > highest) highest = z;
      }
    }
    this.isLevel = highest === 0;
  }

  /** Height in metres between the samples, bilinear; outside the square that of the nearest border. */
  at(east: number, north: number): number {
    const x = Math.min(ROW - 1.001, Math.max(0, (east - this.#west) * this.#perMetre));
    const y = Math.min(ROW - 1.001, Math.max(0, (north - this.#south) * this.#perMetre));
    const i = Math.floor(x);
    const j = Math.floor(y);
    const k = j * ROW + i;
    const h = this.#heights;
    const low = h[k]! + (h[k + 1]! - h[k]!) * (x - i);
    const high = h[k + ROW]! + (h[k + ROW + 1]! - h[k + ROW]!) * (x - i);
    return low + (high - low) * (y - j);
  }
}
