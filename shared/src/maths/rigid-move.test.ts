import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ecefFromLla, enuFrame } from './geodesy.ts';
import { transformPoint } from './matrix.ts';
import { fitMove, isNoMove, moveMatrix, moveOfMatrix, noMove, type RigidMove } from './rigid-move.ts';
import { distance, type Vec3 } from './vector.ts';

const PIVOT = ecefFromLla({ longitude: 138.49, latitude: -35.08, height: 31 });
const { ecefFromEnu } = enuFrame({ longitude: 138.49, latitude: -35.08, height: 31 });
const at = (...enu: Vec3): Vec3 => transformPoint(ecefFromEnu, enu);

const between = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
const moves = fc.record({
  pivotEcef: fc.constant(PIVOT),
  shiftM: fc.tuple(between(500), between(500), between(500)),
  turnDeg: between(179),
  tiltDeg: fc.tuple(between(80), between(80)),
});
const PLACES: Vec3[] = [at(0, 0, 0), at(40, 3, 2), at(-12, 25, 9), at(7, -31, 4)];
const moved = (move: RigidMove) =>
  PLACES.map((fromEcef) => ({ fromEcef, toEcef: transformPoint(moveMatrix(move), fromEcef) }));

describe('a move by hand', () => {
  it('turns clockwise as seen from above, then shifts along east, north and up', () => {
    const matrix = moveMatrix({ pivotEcef: PIVOT, shiftM: [1, 2, 3], turnDeg: 90, tiltDeg: [0, 0] });
    expect(distance(transformPoint(matrix, at(0, 10, 0)), at(11, 2, 3))).toBeLessThan(1e-6);
    expect(distance(transformPoint(matrix, at(0, 0, 5)), at(1, 2, 8))).toBeLessThan(1e-6);
  });

  it('tilts right-handed about east and about north', () => {
    const tilted = (tiltDeg: [number, number]) => moveMatrix({ ...noMove(PIVOT), tiltDeg });
    expect(distance(transformPoint(tilted([90, 0]), at(0, 10, 0)), at(0, 0, 10))).toBeLessThan(1e-6);
    expect(distance(transformPoint(tilted([0, 90]), at(10, 0, 0)), at(0, 0, -10))).toBeLessThan(1e-6);
  });

  it('is read back from its matrix', () => {
    fc.assert(
      fc.property(moves, (move) => {
        const read = moveOfMatrix(moveMatrix(move), PIVOT);
        const differ = PLACES.map((place) =>
          distance(transformPoint(moveMatrix(read), place), transformPoint(moveMatrix(move), place)),
        );
        expect(Math.max(...differ)).toBeLessThan(1e-5);
        expect(read.turnDeg).toBeCloseTo(move.turnDeg, 6);
      }),
      { numRuns: 40 },
    );
  });

  it('is none where all figures are 0', () => {
    expect(isNoMove(noMove(PIVOT))).toBe(true);
    expect(isNoMove({ ...noMove(PIVOT), tiltDeg: [0, 0.1] })).toBe(false);
  });
});

describe('the fit of pairs of points', () => {
  it('finds any move from points that are not on one line', () => {
    fc.assert(
      fc.property(moves, (move) => {
        const fitted = fitMove(moved(move), PIVOT, false)!;
        expect(fitted.rmsM).toBeLessThan(1e-5);
        expect(fitted.move.turnDeg).toBeCloseTo(move.turnDeg, 5);
      }),
      { numRuns: 40 },
    );
  });

  it('finds a full move from three points, which always lie in one plane', () => {
    const move = { pivotEcef: PIVOT, shiftM: [-0.62, 0.41, -0.18] as Vec3, turnDeg: -0.8, tiltDeg: [1.5, -2] as const };
    const fitted = fitMove(moved(move).slice(0, 3), PIVOT, false)!;
    expect(fitted.rmsM).toBeLessThan(1e-6);
    expect(fitted.move.tiltDeg[0]).toBeCloseTo(1.5, 5);
    expect(fitted.move.tiltDeg[1]).toBeCloseTo(-2, 5);
  });

  it('stays level where it is told to, and says what then remains', () => {
    const move = { pivotEcef: PIVOT, shiftM: [2, -1, 0.5] as Vec3, turnDeg: 12, tiltDeg: [1, 0] as const };
    const fitted = fitMove(moved(move), PIVOT, true)!;
    expect(fitted.move.tiltDeg.map(Math.abs).every((tilt) => tilt < 1e-9)).toBe(true);
    expect(fitted.move.turnDeg).toBeCloseTo(12, 1);
    // A tilt of 1° lifts a place 25 m to the north by 0.44 m.
    expect(fitted.rmsM).toBeGreaterThan(0.2);
    expect(fitted.residualsM).toHaveLength(PLACES.length);
  });

  it('gives the pair that was picked wrongly the largest residual', () => {
    const pairs = moved({ ...noMove(PIVOT), shiftM: [3, 0, 0] });
    pairs[2]!.toEcef = at(-12 + 3 + 0.4, 25, 9);
    const { residualsM } = fitMove(pairs, PIVOT, true)!;
    expect(residualsM.indexOf(Math.max(...residualsM))).toBe(2);
  });

  it('has no answer for two pairs, for pairs on one line, and for pairs above each other', () => {
    const alike = (places: Vec3[]) => places.map((place) => ({ fromEcef: place, toEcef: place }));
    expect(fitMove(alike([at(0, 0, 0), at(5, 5, 0)]), PIVOT, true)).toBeNull();
    expect(fitMove(alike([at(0, 0, 0), at(5, 5, 1), at(10, 10, 2.001)]), PIVOT, false)).toBeNull();
    expect(fitMove(alike([at(0, 0, 0), at(0, 0, 5), at(0.01, 0, 10)]), PIVOT, true)).toBeNull();
    expect(fitMove(alike([at(0, 0, 0), at(0, 0, 0), at(0, 0, 0)]), PIVOT, false)).toBeNull();
  });
});
