import { expect, it } from 'vitest';
import { wayOverGround } from './geodesy.ts';

it.each([
  [0, 0],
  [1000, 1000],
  // A quarter and half of the way around.
  [Math.SQRT2 * 6_371_009, (Math.PI / 2) * 6_371_009],
  [3 * 6_371_009, Math.PI * 6_371_009],
])('places %d m apart in a straight line are %d m apart over the ground', (straightM, groundM) => {
  expect(wayOverGround(straightM)).toBeCloseTo(groundM, 3);
});
