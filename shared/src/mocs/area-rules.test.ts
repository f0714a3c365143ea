import fc from 'fast-check';
import { starRing } from '../maths/testing/index.ts';
import { describe, expect, it } from 'vitest';
import { AREA_CORNERS, AREA_FARTHEST_METRES } from '../config/mocs.ts';
import { enuFrame } from '../maths/geodesy.ts';
import { transformPoint } from '../maths/matrix.ts';
import type { Vec3 } from '../maths/vector.ts';
import { areaPrism, type RingCorner } from './area-prism.ts';
import { areaProblem, crossingEdges, edgeCrossedTo, isFlatRing } from './area-rules.ts';

const ORIGIN = { longitude: 138.4932, latitude: -35.0789, height: 30 };
const SITE = enuFrame(ORIGIN);

const anArea = (cornersEnu: readonly Vec3[], heights = { bottomHeight: 0, topHeight: 5 }) => ({
  ...heights,
  points: cornersEnu.map((corner, position) => {
    const [x, y, z] = transformPoint(SITE.ecefFromEnu, corner);
    return { position, x, y, z };
  }),
});
const level = (ring: readonly RingCorner[], up = 4): Vec3[] => ring.map(([east, north]) => [east, north, up]);

const L_SHAPE: RingCorner[] = [
  [0, 0],
  [20, 0],
  [20, 5],
  [5, 5],
  [5, 20],
  [0, 20],
];
const BOW_TIE: RingCorner[] = [
  [0, 0],
  [10, 10],
  [10, 0],
  [0, 10],
];

const star = starRing({ step: [0.1, 1], far: [2, 60], corners: [3, 30] });

/** Whole numbers, so exact: solves for where the lines of two edges meet; parallel ones by overlapping extents. */
function meet(a: RingCorner, b: RingCorner, c: RingCorner, d: RingCorner): boolean {
  const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const [qx, qy] = [c[0] - a[0], c[1] - a[1]];
  const det = rx * sy - ry * sx;
  if (det !== 0) {
    const [t, u] = [(qx * sy - qy * sx) / det, (qx * ry - qy * rx) / det];
    return t >= 0 && t <= 1 && u >= 0 && u <= 1;
  }
  const onOneLine = qx * ry === qy * rx;
  const overlaps = ([0, 1] as const).every(
    (axis) =>
      Math.max(Math.min(a[axis], b[axis]), Math.min(c[axis], d[axis])) <=
      Math.min(Math.max(a[axis], b[axis]), Math.max(c[axis], d[axis])),
  );
  return onOneLine && overlaps;
}

describe('an area', () => {
  it('may be concave, and have corners of different heights', () => {
    const corners = L_SHAPE.map(([east, north], i): Vec3 => [east, north, i]);
    expect(areaProblem(anArea(corners), ORIGIN)).toBeNull();
  });

  it('may be any ring that does not cross itself', () => {
    fc.assert(
      fc.property(star, (ring) => {
        expect(areaProblem(anArea(level(ring)), ORIGIN)).toBeNull();
      }),
    );
  });

  it('needs three corners and has at most a thousand', () => {
    expect(areaProblem(anArea(level(L_SHAPE.slice(0, 2))), ORIGIN)).toEqual({ rule: 'tooFewCorners' });
    const many = Array.from({ length: AREA_CORNERS.most + 1 }, (_, i): RingCorner => {
      const bearing = (i / (AREA_CORNERS.most + 1)) * 2 * Math.PI;
      return [100 * Math.cos(bearing), 100 * Math.sin(bearing)];
    });
    expect(areaProblem(anArea(level(many)), ORIGIN)).toEqual({ rule: 'tooManyCorners' });
    expect(areaProblem(anArea(level(many.slice(1))), ORIGIN)).toBeNull();
  });

  it('is read in the order of the positions, not of the list', () => {
    const area = anArea(level(L_SHAPE));
    expect(areaProblem({ ...area, points: area.points.toReversed() }, ORIGIN)).toBeNull();
    const shuffled = area.points.map((point, i) => ({ ...point, position: (i * 5 + 3) % 7 }));
    expect(areaProblem({ ...area, points: shuffled }, ORIGIN)?.rule).toBe('crossing');
  });

  it('may not cross itself: the answer names the edges', () => {
    expect(areaProblem(anArea(level(BOW_TIE)), ORIGIN)).toEqual({ rule: 'crossing', edges: [0, 2] });
  });

  it('may not lie on one line as seen from above, as an area on a wall does', () => {
    const wall: Vec3[] = [
      [0, 0, 0],
      [10, 3, 0],
      [10, 3, 8],
      [0, 0, 8],
    ];
    expect(areaProblem(anArea(wall), ORIGIN)).toEqual({ rule: 'flat' });
  });

  it('has its top above its bottom', () => {
    for (const topHeight of [-1, 0, Number.NaN])
      expect(areaProblem(anArea(level(L_SHAPE), { bottomHeight: 0, topHeight }), ORIGIN)).toEqual({ rule: 'heights' });
  });

  it('is at its site, and on the earth where the site has no origin', () => {
    const area = anArea(level(L_SHAPE));
    const other = enuFrame({ longitude: 4.1, latitude: 51.9, height: 5 }).origin;
    expect(areaProblem(area, other)).toEqual({ rule: 'elsewhere', corner: 0 });
    const beyond = anArea(level([...L_SHAPE.slice(0, -1), [0, AREA_FARTHEST_METRES + 1]]));
    expect(areaProblem(beyond, ORIGIN)).toEqual({ rule: 'elsewhere', corner: 5 });
    const points = area.points.map((point) => (point.position === 2 ? { ...point, x: 0, y: 0, z: 0 } : point));
    for (const origin of [ORIGIN, null])
      expect(areaProblem({ ...area, points }, origin)).toEqual({ rule: 'elsewhere', corner: 2 });
    const nowhere = area.points.map((point) => ({ ...point, z: Number.NaN }));
    for (const origin of [ORIGIN, null])
      expect(areaProblem({ ...area, points: nowhere }, origin)).toEqual({ rule: 'elsewhere', corner: 0 });
    expect(areaProblem(area, null)).toBeNull();
  });
});

describe('edges', () => {
  it('that touch, overlap or have no length count as crossing', () => {
    const touching: RingCorner[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [5, 0],
      [0, 10],
    ];
    expect(crossingEdges(touching)).not.toBeNull();
    const folded: RingCorner[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [10, 4],
      [0, 4],
    ];
    expect(crossingEdges(folded)).toEqual([1, 2]);
    const twice: RingCorner[] = [
      [0, 0],
      [10, 0],
      [10, 0],
      [0, 10],
    ];
    expect(crossingEdges(twice)).toEqual([0, 1]);
    expect(crossingEdges(L_SHAPE)).toBeNull();
    expect(crossingEdges(L_SHAPE.toReversed())).toBeNull();
  });

  it('are refused while drawing exactly where solving for a common point finds one', () => {
    const spot = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }));
    fc.assert(
      fc.property(fc.uniqueArray(spot, { minLength: 3, maxLength: 7, selector: String }), (line) => {
        const drawn = line.slice(0, -1);
        const next = line.at(-1)!;
        const last = drawn.at(-1)!;
        const crosses = drawn.slice(0, -2).some((corner, edge) => meet(corner, drawn[edge + 1]!, last, next));
        const [ux, uy] = [drawn.at(-2)![0] - last[0], drawn.at(-2)![1] - last[1]];
        const [vx, vy] = [next[0] - last[0], next[1] - last[1]];
        const foldsBack = ux * vy === uy * vx && ux * vx + uy * vy > 0;
        expect(edgeCrossedTo(drawn, next) !== null).toBe(crosses || foldsBack);
      }),
      { numRuns: 1000 },
    );
  });

  it('on one line enclose nothing, in any order', () => {
    expect(
      isFlatRing([
        [0, 0],
        [5, 5],
        [2, 2],
        [9, 9],
      ]),
    ).toBe(true);
    expect(
      isFlatRing([
        [3, 3],
        [3, 3],
        [3, 3],
      ]),
    ).toBe(true);
    expect(
      isFlatRing([
        [0, 0],
        [0.01, 0],
        [0, 0.01],
      ]),
    ).toBe(false);
    expect(isFlatRing(BOW_TIE)).toBe(false);
  });
});

describe('the volume of an area', () => {
  it('counts its heights from the lowest corner, in a level frame at its middle', () => {
    const corners = L_SHAPE.map(([east, north], i): Vec3 => [east, north, 7 - i]);
    const prism = areaPrism(anArea(corners, { bottomHeight: -2, topHeight: 11 }));
    expect(prism.top - prism.bottom).toBe(13);
    expect(prism.bottom - prism.base).toBe(-2);
    const mean = L_SHAPE.reduce((sum, [east]) => sum + east, 0) / L_SHAPE.length;
    prism.ring.forEach(([east], i) => expect(east).toBeCloseTo(L_SHAPE[i]![0] - mean, 3));
    const lowest = transformPoint(prism.frame.ecefFromEnu, [...prism.ring[5]!, prism.base]);
    const [x, y, z] = transformPoint(SITE.ecefFromEnu, corners[5]!);
    lowest.forEach((value, axis) => expect(value).toBeCloseTo([x, y, z][axis]!, 6));
  });
});
