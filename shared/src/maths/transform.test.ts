import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from './testing/index.ts';
import { transformPoint } from './matrix.ts';
import { axisAngle, rotate } from './quaternion.ts';
import { composeTransform, writeTransform } from './transform.ts';
import { add, normalize, type Vec3 } from './vector.ts';

const number = numberBetween(-100, 100);
const vector = fc.tuple(number, number, number);
const direction = vector.filter(([x, y, z]) => Math.hypot(x, y, z) > 1e-3).map((v): Vec3 => normalize(v));

describe('a transform of a glTF node', () => {
  it('scales, then rotates, then moves each point', () => {
    fc.assert(
      fc.property(vector, direction, numberBetween(-7, 7), vector, vector, (t, axis, angle, s, p) => {
        const q = axisAngle(axis, angle);
        const expected = add(rotate(q, [p[0] * s[0], p[1] * s[1], p[2] * s[2]]), t);
        transformPoint(composeTransform(t, q, s), p).forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 7));
      }),
    );
  });

  it('is the identity without parts', () => {
    expect([...composeTransform()]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  });

  it('is written to one of many matrices only', () => {
    const out = new Float64Array(48);
    writeTransform(out, 16, [1, 2, 3], undefined, [2, 2, 2]);
    expect([...out.subarray(16, 32)]).toEqual([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1]);
    expect([...out.subarray(0, 16), ...out.subarray(32)].every((value) => value === 0)).toBe(true);
  });
});
