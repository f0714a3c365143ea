import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PointBudget } from './point-budget.ts';

const VIEW = { x: 0, y: 0, z: 9, dx: 0, dy: 0, dz: -1, pixelsPerMetre: 800 };
const ASKED_PX = 8;

/** Selects like a screen side, from fully loaded tiles: the number of points falls with the square of the error. */
function settle(budget: PointBudget, most: number, pointsAtOnePx: number, view = VIEW) {
  const pointsAt = (px: number) => pointsAtOnePx / px ** 2;
  budget.seeFrom(view, ASKED_PX, most);
  let selections = 0;
  do {
    selections++;
    while (budget.isOver(pointsAt(budget.raised(ASKED_PX)), most, false)) selections++;
  } while (budget.hasRoom);
  return { px: budget.raised(ASKED_PX), points: pointsAt(budget.raised(ASKED_PX)), selections };
}

describe('the point budget', () => {
  it('keeps the requested error if the points fit', () => {
    expect(settle(new PointBudget(), 1000, 1000 * ASKED_PX ** 2)).toMatchObject({ px: ASKED_PX, selections: 1 });
  });

  it('raises the error in a few selections until the points fit and use most of the budget', () => {
    fc.assert(
      fc.property(fc.double({ min: 1.01, max: 1000, noNaN: true }), (times) => {
        const { points, selections } = settle(new PointBudget(), 1000, 1000 * times * ASKED_PX ** 2);
        expect(points).toBeLessThanOrEqual(1000);
        expect(points).toBeGreaterThan(500);
        expect(selections).toBeLessThan(12);
      }),
    );
  });

  it('returns to the requested error when the view has room', () => {
    const budget = new PointBudget();
    expect(settle(budget, 1000, 50_000 * ASKED_PX ** 2).px).toBeGreaterThan(5 * ASKED_PX);
    expect(settle(budget, 1000, 500 * ASKED_PX ** 2, { ...VIEW, z: 90 }).px).toBe(ASKED_PX);
  });

  it('follows a larger budget for the same camera', () => {
    const budget = new PointBudget();
    settle(budget, 1000, 50_000 * ASKED_PX ** 2);
    expect(settle(budget, Infinity, 50_000 * ASKED_PX ** 2).px).toBe(ASKED_PX);
  });

  it('does not retry an error that was too fine for the same camera: tiles of one size come to rest', () => {
    const budget = new PointBudget();
    budget.seeFrom(VIEW, ASKED_PX, 1000);
    // Ten times too many points below twice the error, and almost none from there on.
    const pointsAt = (px: number) => (px < 2 * ASKED_PX ? 10_000 : 10);
    let selections = 0;
    do {
      while (budget.isOver(pointsAt(budget.raised(ASKED_PX)), 1000, false)) selections++;
    } while (budget.hasRoom && ++selections < 100);
    expect(selections).toBeLessThan(30);
    expect(pointsAt(budget.raised(ASKED_PX))).toBe(10);
  });

  it('waits for loading tiles before a smaller error, and ends where even the coarsest tiles have too many points', () => {
    const budget = new PointBudget();
    settle(budget, 1000, 50_000 * ASKED_PX ** 2);
    budget.seeFrom({ ...VIEW, z: 90 }, ASKED_PX, 1000);
    expect([budget.isOver(10, 1000, true), budget.hasRoom]).toEqual([false, false]);
    expect([budget.isOver(10, 1000, false), budget.hasRoom]).toEqual([false, true]);
    let selections = 0;
    while (budget.isOver(5000, 1000, false)) selections++;
    expect(selections).toBeLessThan(100);
  });
});
