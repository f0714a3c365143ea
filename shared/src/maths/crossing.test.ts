import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from './testing/index.ts';
import { doMeet, findCrossing, type Xy } from './crossing.ts';

/** Few whole numbers: edges are often collinear, share an end or touch. */
const coarse = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }));
const fine = fc.tuple(numberBetween(-50, 50), numberBetween(-50, 50));

function distanceToSegment([px, py]: Xy, [ax, ay]: Xy, [bx, by]: Xy): number {
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  const t = squared === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / squared));
  return Math.hypot(px - ax - t * dx, py - ay - t * dy);
}

/** By the parameters of the common point of both lines, and by the distances of the ends. */
function isDistanceZero(a: Xy, b: Xy, c: Xy, d: Xy): boolean {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const det = ux * vy - uy * vx;
  if (det !== 0) {
    const s = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / det;
    const t = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / det;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) return true;
  }
  const ends = [
    distanceToSegment(a, c, d),
    distanceToSegment(b, c, d),
    distanceToSegment(c, a, b),
    distanceToSegment(d, a, b),
  ];
  return Math.min(...ends) < 1e-9;
}

const areNeighbours = (i: number, j: number, count: number) => [1, count - 1].includes((j - i + count) % count);

function meetingPairs(corners: readonly Xy[]): [number, number][] {
  const count = corners.length;
  const end = (i: number) => corners[(i + 1) % count]!;
  return corners.flatMap((corner, i) =>
    corners.flatMap((other, j): [number, number][] =>
      j > i && !areNeighbours(i, j, count) && doMeet(corner, end(i), other, end(j)) ? [[i, j]] : [],
    ),
  );
}

describe('two edges', () => {
  it('meet exactly where their distance is zero', () => {
    fc.assert(
      fc.property(coarse, coarse, coarse, coarse, (a, b, c, d) => {
        expect(doMeet(a, b, c, d)).toBe(isDistanceZero(a, b, c, d));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a closed line', () => {
  it.each([
    ['of few places', coarse],
    ['of any places', fine],
  ])('%s meets itself exactly where some pair of edges does, and such a pair is found', (_, place) => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 3, maxLength: 24 }), (corners) => {
        const found = findCrossing(corners);
        const pairs = meetingPairs(corners);
        if (pairs.length === 0) expect(found).toBeNull();
        else expect(pairs).toContainEqual(found);
      }),
      { numRuns: 400 },
    );
  });

  it('meets itself at a corner on the border of two cells of the grid, which rounding puts into one of them', () => {
    expect(findCrossing([[0.1, 0.1], [0.1, 0.2], [0.2, 0], [0, 0.2]])).toEqual([0, 2]); // prettier-ignore
  });
});
