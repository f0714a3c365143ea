import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from './testing/index.ts';
import {
  IDENTITY,
  invertAffine,
  isMirrored,
  maximumScale,
  multiply,
  toMat4,
  transformPoint,
  Y_UP_TO_Z_UP,
} from './matrix.ts';
import { axisAngle } from './quaternion.ts';
import { composeTransform } from './transform.ts';
import { length, normalize, subtract, type Vec3 } from './vector.ts';

const position = fc.tuple(numberBetween(-1000, 1000), numberBetween(-1000, 1000), numberBetween(-1000, 1000));
const direction = fc
  .tuple(numberBetween(-1, 1), numberBetween(-1, 1), numberBetween(-1, 1))
  .filter(([x, y, z]) => Math.hypot(x, y, z) > 1e-2)
  .map((v): Vec3 => normalize(v));
const factor = fc.oneof(numberBetween(0.1, 10), numberBetween(-10, -0.1));
const placed = fc
  .tuple(position, direction, numberBetween(-4, 4), fc.tuple(factor, factor, factor))
  .map(([t, axis, angleRad, s]) => composeTransform(t, axisAngle(axis, angleRad), s));

describe('an affine matrix', () => {
  it('and its inverse undo each other, mirrored or not', () => {
    fc.assert(
      fc.property(placed, placed, position, (a, b, p) => {
        const m = multiply(a, b);
        transformPoint(invertAffine(m), transformPoint(m, p)).forEach((value, i) =>
          expect(value).toBeCloseTo(p[i]!, 4),
        );
        multiply(invertAffine(a), a).forEach((value, i) => expect(value).toBeCloseTo(IDENTITY[i]!, 7));
      }),
    );
  });

  it('has no inverse where it flattens space', () => {
    expect(() => invertAffine(composeTransform([1, 2, 3], undefined, [1, 0, 1]))).toThrow(RangeError);
    expect(() => invertAffine(composeTransform([1, 2, 3], undefined, [1, NaN, 1]))).toThrow(RangeError);
  });

  it('is mirrored where an odd number of its axes is', () => {
    fc.assert(
      fc.property(position, direction, numberBetween(-4, 4), fc.tuple(factor, factor, factor), (t, axis, angle, s) => {
        const negative = s.filter((value) => value < 0).length;
        expect(isMirrored(composeTransform(t, axisAngle(axis, angle), s))).toBe(negative % 2 === 1);
      }),
    );
    expect(isMirrored(Y_UP_TO_Z_UP)).toBe(false);
  });

  it('followed by another is their product', () => {
    fc.assert(
      fc.property(placed, placed, position, (a, b, p) => {
        const expected = transformPoint(a, transformPoint(b, p));
        transformPoint(multiply(a, b), p).forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 6));
      }),
    );
  });

  it('without shear stretches no vector by more than its maximum scale, and one by as much', () => {
    fc.assert(
      fc.property(placed, direction, (m, d) => {
        const stretch = (v: Vec3) => length(subtract(transformPoint(m, v), transformPoint(m, [0, 0, 0])));
        expect(stretch(d)).toBeLessThanOrEqual(maximumScale(m) + 1e-9);
        const axes: Vec3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; // prettier-ignore
        expect(Math.max(...axes.map(stretch))).toBeCloseTo(maximumScale(m), 9);
      }),
    );
  });
});

it('the up axis of a glTF becomes the z axis of its tile, and its forward axis, z, becomes south', () => {
  expect(transformPoint(Y_UP_TO_Z_UP, [1, 2, 3])).toEqual([1, -3, 2]);
});

it('a matrix needs sixteen numbers', () => {
  expect([...toMat4(Array.from({ length: 20 }, (_, i) => i), 4)]).toEqual(Array.from({ length: 16 }, (_, i) => i + 4)); // prettier-ignore
  expect(() => toMat4(new Float64Array(20), 5)).toThrow(RangeError);
});
