import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AREA_CORNERS } from '@overlook/shared/config';
import { type Vec3, distance, llaFromEcef } from '@overlook/shared/maths';
import { areaProblem, crossingEdges, areaPrism } from '@overlook/shared/mocs';
import { ecef, hitAt } from '../testing/tool-driver.ts';
import { pointFromHit } from '../figures/figure.ts';
import {
  type AreaDrawing,
  type AreaStep,
  EMPTY_AREA,
  addCorner,
  closeRing,
  cornerAt,
  heightOf,
  insertCorner,
  moveCorner,
  removeCorner,
  ringProblem,
  withHeight,
} from './area-drawing.ts';

const at = (east: number, north: number, up = 0) => pointFromHit(hitAt([east, north, up]), 0);
const corner = (id: number, east: number, north: number) => cornerAt(at(east, north), id);
const done = (step: AreaStep): AreaDrawing => {
  if (typeof step === 'string') throw new Error(step);
  return step;
};
const drawn = (places: readonly (readonly [number, number])[]): AreaDrawing =>
  places.reduce((drawing, [e, n], id) => done(addCorner(drawing, corner(id, e, n))), EMPTY_AREA);
const closed = (places: readonly (readonly [number, number])[]) => done(closeRing(drawn(places)));
const SQUARE = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
] as const;

describe('drawing the corners', () => {
  it('refuses an edge that would cross another, and the same place changes nothing', () => {
    const three = drawn(SQUARE.slice(0, 3));
    expect(addCorner(three, corner(9, 5, -5))).toBe('crossing');
    expect(addCorner(three, corner(9, 10, 10))).toBe(three);
    expect(done(addCorner(three, corner(9, 0, 10))).corners).toHaveLength(4);
  });

  it('allows a line whose closing edge crosses, and does not close it', () => {
    const hook = drawn([
      [0, 0],
      [10, 0],
      [10, 10],
      [20, 10],
      [20, -5],
      [5, -5],
      [5, -1],
    ]);
    expect(ringProblem(hook)).toBeNull();
    const crossed = drawn([
      [0, 0],
      [10, 0],
      [10, 10],
      [3, 10],
      [3, 3],
      [7, 3],
      [7, 6],
    ]);
    expect(closeRing(crossed)).toBe('crossing');
  });

  it('closes three corners that are not on one line', () => {
    expect(closeRing(drawn(SQUARE.slice(0, 2)))).toBe('tooFewCorners');
    expect(
      closeRing(
        drawn([
          [0, 0],
          [5, 0],
          [9, 0],
        ]),
      ),
    ).toBe('flat');
    expect(closed(SQUARE).isClosed).toBe(true);
  });

  it('never gives a ring that crosses itself, after any sequence of actions', () => {
    const step = fc.record({
      kind: fc.constantFrom('add', 'close', 'insert', 'move', 'remove'),
      index: fc.nat(7),
      place: fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let drawing = EMPTY_AREA;
        steps.forEach(({ kind, index, place }, i) => {
          const { corners } = drawing;
          const id = corners[index % Math.max(1, corners.length)]?.id ?? -1;
          const next =
            kind === 'add'
              ? addCorner(drawing, corner(100 + i, ...place))
              : kind === 'close'
                ? closeRing(drawing)
                : kind === 'insert' && drawing.isClosed
                  ? insertCorner(drawing, index % corners.length, 100 + i)
                  : kind === 'move'
                    ? moveCorner(drawing, id, at(...place))
                    : removeCorner(drawing, id);
          if (typeof next !== 'string') drawing = next;
          if (!drawing.isClosed) return;
          const points = drawing.corners.map(({ pointEcef: [x, y, z] }, position) => ({ position, x, y, z }));
          expect(crossingEdges(areaPrism({ points, bottomHeight: 0, topHeight: 1 }).ring)).toBeNull();
          expect(drawing.corners.length).toBeGreaterThanOrEqual(AREA_CORNERS.least);
        });
      }),
    );
  });
});

describe('editing the ring', () => {
  it('adds a corner on the middle of an edge, also of the last', () => {
    const grown = done(insertCorner(closed(SQUARE), 3, 9));
    expect(grown.corners.map(({ id }) => id)).toEqual([0, 1, 2, 3, 9]);
    expect(distance(grown.corners[4]!.pointEcef, ecef([0, 5, 0]))).toBeLessThan(1e-3);
    expect(ringProblem(grown)).toBeNull();
  });

  it('adds no corner to a ring that has as many as are allowed', () => {
    const round = (count: number): AreaDrawing => {
      const turn = (2 * Math.PI) / count;
      const corners = Array.from({ length: count }, (_, i) =>
        corner(i, 50 * Math.cos(i * turn), 50 * Math.sin(i * turn)),
      );
      return { ...EMPTY_AREA, corners, isClosed: true };
    };
    expect(done(insertCorner(round(AREA_CORNERS.most - 1), 0, -1)).corners).toHaveLength(AREA_CORNERS.most);
    expect(insertCorner(round(AREA_CORNERS.most), 0, -1)).toBe('tooManyCorners');
  });

  it('moves corners where no edges cross, and keeps three', () => {
    const ring = closed(SQUARE);
    expect(moveCorner(ring, 0, at(5, 20))).toBe('crossing');
    expect(done(moveCorner(ring, 0, at(-5, -5))).corners[0]!.id).toBe(0);
    const triangle = done(removeCorner(ring, 1));
    expect(triangle.corners.map(({ id }) => id)).toEqual([0, 2, 3]);
    expect(removeCorner(triangle, 2)).toBe('tooFewCorners');
  });
});

it('searches the base from the ceiling of 9000 m straight down', () => {
  const { ray, pointEcef } = corner(1, 30, 40);
  const lla = llaFromEcef(ray!.origin);
  expect(lla.height).toBeCloseTo(9000, 3);
  const toCorner = distance(ray!.origin, pointEcef);
  const reached = ray!.origin.map((value, i) => value + ray!.direction[i]! * toCorner) as Vec3;
  expect(distance(reached, pointEcef)).toBeLessThan(1e-3);
});

it('takes a height above or below the base', () => {
  expect(EMPTY_AREA.topHeight).toBe(5);
  const raised = withHeight(EMPTY_AREA, 16);
  expect([raised.bottomHeight, raised.topHeight, heightOf(raised)]).toEqual([0, 16, 16]);
  const sunk = withHeight(raised, -8);
  expect([sunk.bottomHeight, sunk.topHeight, heightOf(sunk)]).toEqual([-8, 0, -8]);
  const hovering = withHeight({ ...raised, bottomHeight: 4 }, 12);
  expect([hovering.bottomHeight, hovering.topHeight]).toEqual([4, 12]);
  const crossing = withHeight({ ...raised, bottomHeight: -3, topHeight: 4 }, 6);
  expect([crossing.bottomHeight, crossing.topHeight]).toEqual([-3, 6]);
  const ring = closed(SQUARE);
  expect(ringProblem(withHeight(ring, 0))).toBe('heights');
  expect(areaProblem({ points: [], bottomHeight: 0, topHeight: 0 }, null)?.rule).toBe('tooFewCorners');
});
