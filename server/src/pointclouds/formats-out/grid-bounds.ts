import { AXES, vec3Of } from '@overlook/shared/maths';
import { type PointGrid, RECORD_WORDS } from '../record.ts';
import type { RecordViews } from './record-views.ts';

type Triple = [number, number, number];

/** Collects the bounds of points. */
export class GridBounds {
  readonly #least: Triple = [Infinity, Infinity, Infinity];
  readonly #most: Triple = [-Infinity, -Infinity, -Infinity];

  add({ ints }: RecordViews): void {
    for (const axis of AXES) {
      let [least, most] = [this.#least[axis], this.#most[axis]];
      for (let at = axis; at < ints.length; at += RECORD_WORDS) {
        const value = ints[at]!;
        if (value < least) least = value;
        if (value > most) most = value;
      }
      this.#least[axis] = least;
      this.#most[axis] = most;
    }
  }

  /** In the units of the coordinate system; zeros where there was no point. */
  inUnits({ scale, offset }: PointGrid): { minimum: Triple; maximum: Triple } {
    const isEmpty = this.#least[0] === Infinity;
    const inUnits = (ints: Triple): Triple =>
      isEmpty ? [0, 0, 0] : vec3Of((axis) => ints[axis] * scale[axis] + offset[axis]);
    return { minimum: inUnits(this.#least), maximum: inUnits(this.#most) };
  }
}
