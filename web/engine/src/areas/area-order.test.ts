import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { type Vec3, distance, enuFrame, transformPoint } from '@overlook/shared/maths';
import { AreaOrder } from './area-order.ts';
import { type PlacedArea, placeArea } from './placed-areas.ts';

const FRAME = enuFrame({ longitude: 138.4932, latitude: -35.0789, height: 30 });
const SIDE = 4;

/** A box of 4 m by 4 m by 5 m whose south-western corner is at this place of the site frame. */
function box(east: number, north: number, isCapped = true): PlacedArea {
  const corner = (x: number, y: number) => transformPoint(FRAME.ecefFromEnu, [east + x, north + y, 0]);
  const cornersEcef = [corner(0, 0), corner(SIDE, 0), corner(SIDE, SIDE), corner(0, SIDE)];
  const look = { color: '#ff5d5d', outline: 'solid', isSelected: false } as const;
  const area = { id: `${east} ${north}`, cornersEcef, bottomHeight: 0, topHeight: 5, isCapped, ...look };
  return placeArea(area, FRAME);
}

/** The area of each triangle; runs of the same area are listed once. */
function runs(indices: Uint32Array, verticesEach: number): number[] {
  const areas = [...indices].map((index) => Math.floor(index / verticesEach));
  return areas.filter((area, i) => area !== areas[i - 1]);
}

/** Triangles that show their front to a point: it is on the side from which they run anticlockwise. */
function facing(indices: Uint32Array, { positions }: PlacedArea, eye: Vec3): boolean[] {
  const at = (index: number): Vec3 => [...positions.subarray(3 * index, 3 * index + 3)] as Vec3;
  return Array.from({ length: indices.length / 3 }, (_, triangle) => {
    const [a, b, c] = [0, 1, 2].map((k) => at(indices[3 * triangle + k]!)) as [Vec3, Vec3, Vec3];
    const [u, v, w] = [b, c, eye].map((p) => p.map((value, k) => value - a[k]!)) as [Vec3, Vec3, Vec3];
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
    return normal[0] * w[0] + normal[1] * w[1] + normal[2] * w[2] > 0;
  });
}

const INSIDE: Vec3 = [2, 2, 2.5];

describe('the order of areas', () => {
  it('is by their near sides, far ones first, for any movement of the camera', () => {
    const place = fc.tuple(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -60, max: 60 }));
    const eye = fc.tuple(...[0, 1, 2].map(() => numberBetween(-90, 90)));
    fc.assert(
      fc.property(
        fc.uniqueArray(place, { minLength: 1, maxLength: 30, selector: String }),
        fc.array(eye, { minLength: 1, maxLength: 6 }),
        (places, eyes) => {
          const areas = places.map(([east, north]) => box(east, north));
          const order = new AreaOrder(areas, FRAME);
          for (const from of eyes as Vec3[]) {
            order.seenFrom(from);
            const drawn = runs(order.indices, 8);
            const nearSides = drawn.map((area) => distance(areas[area]!.middle, from) - areas[area]!.radius);
            expect(drawn.toSorted((a, b) => a - b)).toEqual(areas.map((_, i) => i));
            expect(nearSides.every((near, i) => i === 0 || near <= nearSides[i - 1]! + 1e-9)).toBe(true);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('reports whether it has changed', () => {
    const order = new AreaOrder([box(0, 0), box(20, 0)], FRAME);
    expect(order.seenFrom([-30, 0, 2])).toBe(true);
    expect(order.seenFrom([-29, 1, 3])).toBe(false);
    expect(order.seenFrom([60, 0, 2])).toBe(true);
    expect(runs(order.indices, 8)).toEqual([0, 1]);
  });

  it('shows the faces of a closed area from outside and, turned about, from inside', () => {
    const area = box(0, 0);
    const order = new AreaOrder([area], FRAME);
    order.seenFrom([40, 2, 2.5]);
    expect(facing(order.indices, area, INSIDE)).not.toContain(true);
    expect(order.seenFrom(INSIDE)).toBe(true);
    expect(facing(order.indices, area, INSIDE)).not.toContain(false);
    expect(order.seenFrom([40, 2, 2.5])).toBe(true);
  });

  it('has each face of an open area twice, once for each side', () => {
    const area = box(0, 0, false);
    const order = new AreaOrder([area], FRAME);
    order.seenFrom(INSIDE);
    const seen = facing(order.indices, area, INSIDE);
    expect(seen.filter(Boolean)).toHaveLength(seen.length / 2);
    expect(order.seenFrom([40, 2, 2.5])).toBe(false);
  });
});
