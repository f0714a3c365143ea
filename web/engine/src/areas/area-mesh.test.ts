import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RingCorner } from '@overlook/shared/mocs';
import { numberBetween, starRing } from '@overlook/shared/maths/testing';
import { type AreaMesh, areaMesh } from './area-mesh.ts';

const star = starRing({ step: [0.05, 1], far: [1, 80], corners: [3, 40] });

/** A tower block skyline: right angles, many corners on one line. */
const skyline = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }).map((heights) => {
  const roof = heights.flatMap((height, i): RingCorner[] => [
    [i, height],
    [i + 1, height],
  ]);
  const ring: RingCorner[] = [[0, 0], ...roof, [heights.length, 0]];
  // Blocks of the same height share a corner.
  return ring.filter(([x, y], i) => {
    const [px, py] = ring[(i + ring.length - 1) % ring.length]!;
    return x !== px || y !== py;
  });
});

/** Each edge with a corner on its middle: on the same line up to rounding. */
const halved = (ring: readonly RingCorner[]): RingCorner[] =>
  ring.flatMap(([x, y], i): RingCorner[] => {
    const [u, v] = ring[(i + 1) % ring.length]!;
    return [
      [x, y],
      [(x + u) / 2, (y + v) / 2],
    ];
  });

const rings = fc
  .tuple(fc.oneof(star, skyline, skyline.map(halved)), fc.boolean())
  .map(([ring, isClockwise]) => (isClockwise ? ring.toReversed() : ring));
const heights = fc.tuple(numberBetween(-20, 20), fc.double({ min: 0.01, max: 40, noNaN: true }));

/** Edges that are not run along exactly once in each direction. */
function openEdges({ indices }: AreaMesh): string[] {
  const seen = new Map<string, number>();
  for (let i = 0; i < indices.length; i += 3)
    for (let k = 0; k < 3; k++) {
      const edge = `${indices[i + k]!} ${indices[i + ((k + 1) % 3)]!}`;
      seen.set(edge, (seen.get(edge) ?? 0) + 1);
    }
  return [...seen]
    .filter(([edge, count]) => {
      const back = seen.get(edge.split(' ').reverse().join(' '));
      return count !== 1 || back !== 1;
    })
    .map(([edge]) => edge);
}

/** Of a closed surface: pyramids from its first corner to each triangle. */
function volumeOf({ positions, indices }: AreaMesh): number {
  const at = (index: number) =>
    [0, 1, 2].map((k) => positions[3 * index + k]! - positions[k]!) as [number, number, number];
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [at(indices[i]!), at(indices[i + 1]!), at(indices[i + 2]!)];
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

const areaOf = (ring: readonly RingCorner[]): number =>
  Math.abs(
    ring.reduce((sum, [x, y], i) => {
      const [u, v] = ring[(i + 1) % ring.length]!;
      return sum + x * v - u * y;
    }, 0),
  ) / 2;

describe('the mesh of an area', () => {
  it('is watertight when it is capped', () => {
    fc.assert(
      fc.property(rings, heights, (ring, [bottom, height]) => {
        expect(openEdges(areaMesh(ring, bottom, bottom + height, true))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('has the volume of its ground area times its height, and looks outwards', () => {
    fc.assert(
      fc.property(rings, heights, (ring, [bottom, height]) => {
        const top = bottom + height;
        const expected = areaOf(ring) * (top - bottom);
        expect(Math.abs(volumeOf(areaMesh(ring, bottom, top, true)) / expected - 1)).toBeLessThan(1e-9);
      }),
      { numRuns: 500 },
    );
  });

  it('without a cap is open along its upper ring, and nowhere else', () => {
    fc.assert(
      fc.property(rings, (ring) => {
        const count = ring.length;
        const mesh = areaMesh(ring, 0, 5, false);
        const rim = openEdges(mesh).map((edge) => edge.split(' ').map(Number));
        expect(rim).toHaveLength(count);
        for (const ends of rim) expect(ends.every((corner) => corner >= count)).toBe(true);
      }),
    );
  });
});
