/** Made geometry for property tests, and reference calculations that the product does not need. */
import fc from 'fast-check';

export { boxCorners, isInsideBox, toBoxAxes } from './boxes.ts';
export { llaFromUtm } from './lla-from-utm.ts';

/**
 * Numbers of a range, most of them evenly spread. `fc.double` alone takes every double as equally likely, so nine of ten
 * numbers of a range around 0 are nearer to it than 0.001: angles that turn nothing, and points that are all the same.
 */
export const numberBetween = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 4, arbitrary: evenlyBetween(min, max) },
    { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) },
  );

const STEPS = 2 ** 30;
const evenlyBetween = (min: number, max: number) =>
  fc
    .integer({ min: -STEPS, max: STEPS })
    .map((step) => Math.min(max, Math.max(min, (min + max) / 2 + ((max - min) / 2) * (step / STEPS))));

interface StarRing {
  /** Shares of the turn between two corners, before they are scaled to one turn. */
  readonly step: readonly [min: number, max: number];
  /** Distances of the corners from the middle, metres. */
  readonly far: readonly [min: number, max: number];
  /** Counts of corners. */
  readonly corners: readonly [min: number, max: number];
}

/**
 * Corners around the origin at increasing bearings, each less than half a turn after the one before: the ring does not cross
 * itself, is counter-clockwise and nearly always concave.
 */
export const starRing = ({ step, far, corners }: StarRing): fc.Arbitrary<[x: number, y: number][]> =>
  fc
    .array(fc.tuple(between(step), between(far)), { minLength: corners[0], maxLength: corners[1] })
    .map((parts) => {
      const whole = parts.reduce((sum, [part]) => sum + part, 0);
      let bearing = 0;
      return parts.map(([part, distance]): [number, number] => {
        bearing += (part / whole) * 2 * Math.PI;
        return [distance * Math.cos(bearing), distance * Math.sin(bearing)];
      });
    })
    // A gap of half a turn would let the edge over it pass the middle.
    .filter((ring) =>
      ring.every(([x, y], i) => {
        const [nextX, nextY] = ring[(i + 1) % ring.length]!;
        return x * nextY - y * nextX > 1e-6;
      }),
    );

const between = ([min, max]: readonly [number, number]) => numberBetween(min, max);
export { randomFrom } from './random-from.ts';
