import { eigenOfRows } from '@overlook/shared/maths';

/** What a level move changes: metres east, north and up, and a turn about the vertical. */
const LEVEL_AXES = ['east', 'north', 'up', 'turn'] as const;
export type LevelAxis = (typeof LEVEL_AXES)[number];

/** A small level move: metres, and radians anticlockwise about the vertical through `middle`. */
export type LevelStep = readonly [eastM: number, northM: number, upM: number, turnRad: number];

/** Mean square of the slopes by which points must show a direction: 2 % of a slope of 45°, or walls with 0.05 % of the points. */
const SHOWN_LEAST = 5e-4;
/** Slopes that are not above this many times the noise of normals show nothing. */
const ABOVE_NOISE = 4;
/** An axis is kept where this share of it is in directions that the points do not show. */
const KEPT_SHARE = 0.1;

/**
 * The weighted normal equations of a level step that brings points onto planes: residual = normal · (point − plane), linear in the step
 * (Chen and Medioni 1992). Turns are measured at `leverM` from the vertical, so that all four unknowns are metres.
 */
export class LevelEquations {
  readonly #a = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
  readonly #b = [0, 0, 0, 0];
  readonly #row = [0, 0, 0, 0];
  #weight = 0;
  #noise = 0;

  constructor(private readonly leverM: number) {}

  /**
   * `x`, `y` are of the point from the vertical about which is turned, metres; `variance` is of the normal (`LocalPlanes`).
   */
  add(
    x: number,
    y: number,
    normal: ArrayLike<number>,
    at: number,
    residualM: number,
    weight: number,
    variance: number,
  ) {
    const row = this.#row;
    row[0] = normal[at]!;
    row[1] = normal[at + 1]!;
    row[2] = normal[at + 2]!;
    row[3] = (row[1] * x - row[0] * y) / this.leverM;
    for (let r = 0; r < 4; r++) {
      this.#b[r]! -= weight * row[r]! * residualM;
      for (let c = 0; c <= r; c++) this.#a[r]![c]! += weight * row[r]! * row[c]!;
    }
    this.#weight += weight;
    this.#noise += weight * variance;
  }

  /** The step with the least sum of squares; along directions that the points do not show, it does not move. */
  solve(): { step: LevelStep; kept: LevelAxis[] } {
    const step = [0, 0, 0, 0];
    const hidden = [0, 0, 0, 0];
    const a = this.#a.map((row, r) => row.map((value, c) => (c <= r ? value : this.#a[c]![r]!)));
    const least = Math.max(SHOWN_LEAST * this.#weight, ABOVE_NOISE * this.#noise);
    for (const { value, vector } of eigenOfRows(a)) {
      const isShown = value > least;
      const along = vector.reduce((sum, part, r) => sum + part * this.#b[r]!, 0) / value;
      for (const [r, part] of vector.entries())
        if (isShown) step[r]! += along * part;
        else hidden[r]! += part * part;
    }
    const [east, north, up, turn] = step as [number, number, number, number];
    const kept = LEVEL_AXES.filter((_, r) => hidden[r]! > KEPT_SHARE);
    return { step: [east, north, up, turn / this.leverM], kept };
  }
}
