import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearestInTriangle } from './triangle.ts';
import { add, distance, scale, subtract, type Vec3 } from './vector.ts';

const [A, B, C]: [Vec3, Vec3, Vec3] = [
  [0, 0, 0],
  [4, 0, 0],
  [0, 3, 0],
];

it.each([
  ['above its inside', [1, 1, 5], [1, 1, 0]],
  ['beyond a corner', [-2, -1, 1], [0, 0, 0]],
  ['beside an edge', [2, -3, 0], [2, 0, 0]],
  ['beside the long edge', [4, 3, 0], [2.56, 1.08, 0]],
  ['beyond another corner', [9, -1, 0], [4, 0, 0]],
] as [string, Vec3, Vec3][])('the point nearest to a place %s', (_, place, nearest) => {
  const found = nearestInTriangle(place, A, B, C);
  for (const axis of [0, 1, 2] as const) expect(found[axis]).toBeCloseTo(nearest[axis], 9);
});

it('no point of a triangle is nearer than the one that is found', () => {
  const coordinate = fc.double({ min: -10, max: 10, noNaN: true });
  const point = fc.tuple(coordinate, coordinate, coordinate);
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(point, point, point, point, share, share, (place, a, b, c, u, v) => {
      const [s, t] = u + v > 1 ? [1 - u, 1 - v] : [u, v];
      const other = add(a, add(scale(subtract(b, a), s), scale(subtract(c, a), t)));
      expect(distance(place, nearestInTriangle(place, a, b, c))).toBeLessThan(distance(place, other) + 1e-6);
    }),
  );
});
