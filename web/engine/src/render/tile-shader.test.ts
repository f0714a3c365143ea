import fc from 'fast-check';
import { expect, it } from 'vitest';
import { glslFloat } from './tile-shader.ts';

it('writes a literal that GLSL reads as a float, with the same value', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e18, max: 1e18 }), (value) => {
      const literal = glslFloat(value);
      // GLSL ES 3.00 §4.1.4: digits with a point, or with an exponent.
      expect(literal).toMatch(/^-?\d+(\.\d+(e[+-]?\d+)?|e[+-]?\d+)$/);
      expect(Number(literal)).toBeCloseTo(value, 12);
    }),
  );
});

it('has a point in whole numbers', () => {
  expect([0, 3, -20].map(glslFloat)).toEqual(['0.0', '3.0', '-20.0']);
});
