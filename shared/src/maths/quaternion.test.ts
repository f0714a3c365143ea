import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from './testing/index.ts';
import {
  axisAngle,
  conjugate,
  multiplyQuaternions,
  type Quaternion,
  quaternionFromAxes,
  rotate,
  rotationBetween,
  slerp,
} from './quaternion.ts';
import { dot, normalize, type ReadonlyVec3, scale, type Vec3 } from './vector.ts';

const coordinate = numberBetween(-1, 1);
const vector = fc.tuple(coordinate, coordinate, coordinate);
const direction = vector.filter(([x, y, z]) => Math.hypot(x, y, z) > 1e-2).map((v): Vec3 => normalize(v));
const angle = numberBetween(-Math.PI, Math.PI);
const rotation = fc.tuple(direction, angle).map(([axis, angleRad]) => axisAngle(axis, angleRad));

const expectClose = (actual: ArrayLike<number>, expected: ArrayLike<number>, digits = 9) =>
  Array.from(actual).forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, digits));
/** A quaternion and its negative are the same rotation. */
const cosineBetween = (a: Quaternion, b: Quaternion): number =>
  Math.min(1, Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]));

describe('a rotation', () => {
  it('by a quarter turn about up takes east to north', () => {
    expectClose(rotate(axisAngle([0, 0, 1], Math.PI / 2), [1, 0, 0]), [0, 1, 0]);
  });

  it('is undone by its conjugate', () => {
    fc.assert(fc.property(rotation, vector, (q, v) => expectClose(rotate(conjugate(q), rotate(q, v)), v)));
  });

  it('after another is their product', () => {
    fc.assert(
      fc.property(rotation, rotation, vector, (a, b, v) =>
        expectClose(rotate(multiplyQuaternions(a, b), v), rotate(a, rotate(b, v))),
      ),
    );
  });

  it('is known by the images of its axes, for turns by less and by more than a quarter about each axis', () => {
    const [x, y, z]: ReadonlyVec3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; // prettier-ignore
    fc.assert(
      fc.property(rotation, (q) => {
        const read = quaternionFromAxes(rotate(q, x!), rotate(q, y!), rotate(q, z!));
        expect(cosineBetween(read, q)).toBeCloseTo(1, 12);
      }),
      { numRuns: 500 },
    );
    for (const axis of [x!, y!, z!]) {
      const half = axisAngle(axis, Math.PI);
      expectClose(quaternionFromAxes(rotate(half, x!), rotate(half, y!), rotate(half, z!)), half);
    }
  });
});

describe('the rotation between two directions', () => {
  it('takes one to the other, and no other turn is smaller', () => {
    fc.assert(
      fc.property(direction, direction, (from, to) => {
        const q = rotationBetween(from, to);
        expectClose(rotate(q, from), to);
        expect(2 * Math.acos(Math.min(1, Math.abs(q[3])))).toBeCloseTo(
          Math.acos(Math.max(-1, Math.min(1, dot(from, to)))),
          5,
        );
      }),
    );
  });

  it('exists for the same and for opposite directions', () => {
    fc.assert(
      fc.property(direction, (from) => {
        expectClose(rotationBetween(from, from), [0, 0, 0, 1]);
        expectClose(rotate(rotationBetween(from, scale(from, -1)), from), scale(from, -1));
      }),
    );
  });
});

describe('slerp', () => {
  it('goes from one rotation to the other the short way, at constant speed', () => {
    fc.assert(
      fc.property(rotation, rotation, numberBetween(0, 1), (a, b, t) => {
        const whole = Math.acos(cosineBetween(a, b));
        const between = slerp(a, b, t);
        expect(Math.hypot(...between)).toBeCloseTo(1, 12);
        expect(Math.acos(cosineBetween(a, between))).toBeCloseTo(t * whole, 5);
        expect(Math.acos(cosineBetween(between, b))).toBeCloseTo((1 - t) * whole, 5);
      }),
    );
  });
});
