import { describe, expect, it } from 'vitest';
import { DEG_PER_RAD, RAD_PER_DEG, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { fitPoints, type PointFit } from './fit-points.ts';
import { LevelMove } from './level-move.ts';
import { FLOOR, PLANT, type Scan, scanOf, WALL } from './testing/made-plant.ts';

/** Places over which the error of a fit is read, metres. */
const PLACES: readonly Vec3[] = [
  [0, 0, 0],
  [20, 15, 5],
  [-20, 15, 0],
  [-20, -15, 3],
];

const moveOf = (eastM: number, northM: number, upM: number, turnDeg: number) => {
  const matrix = new LevelMove([3, -2], [eastM, northM, upM, turnDeg * RAD_PER_DEG]).matrix();
  return { matrix, moved: (point: readonly [number, number, number]) => transformPoint(matrix, [...point]) };
};

const published = (surfaces = PLANT, scan: Partial<Scan> = {}) =>
  scanOf(surfaces, { points: 14_000, noiseM: 0.003, seed: 1, ...scan });
const draft = (scan: Partial<Scan>, surfaces = PLANT) =>
  scanOf(surfaces, { points: 6_000, noiseM: 0.003, seed: 2, ...scan });

/** Largest distance from where points belong after they were moved and fitted, metres, and what is left of the turn, degrees. */
function errorsOf(fit: PointFit, { matrix: moved }: ReturnType<typeof moveOf>) {
  if (fit.kind !== 'fitted') throw new Error(`It is ${fit.kind}.`);
  const back = (place: Vec3) => transformPoint(fit.matrix, transformPoint(moved, place));
  const shiftM = Math.max(...PLACES.map((place) => Math.hypot(...back(place).map((value, i) => value - place[i]!))));
  const turnDeg = DEG_PER_RAD * (Math.atan2(fit.matrix[1], fit.matrix[0]) + Math.atan2(moved[1], moved[0]));
  return { shiftM, turnDeg: Math.abs(turnDeg) };
}

describe('a scan that lies beside its place', () => {
  it.each([
    [0.02, -0.03, 0.01, 0.1],
    [0.8, -0.5, 0.3, -3],
  ])('by %d m, %d m, %d m and %d° returns to 5 mm and 0.01°', (...by) => {
    const move = moveOf(...by);
    const fit = fitPoints(draft({ moved: move.moved }), published());
    const { shiftM, turnDeg } = errorsOf(fit, move);
    expect(shiftM).toBeLessThan(0.005);
    expect(turnDeg).toBeLessThan(0.01);
    // 3 mm in both scans.
    expect(fit).toMatchObject({ kind: 'fitted', kept: [], rmsM: expect.closeTo(0.0042, 2) });
    expect(fit.overlap).toBeGreaterThan(0.9);
  });

  it('returns with half of its points where nothing was before', () => {
    const move = moveOf(0.5, 0.4, -0.3, 1);
    // West of the middle all is new: 2 m higher.
    const changed = ([x, y, z]: readonly [number, number, number]) => move.moved([x, y, x < -2 ? z + 2 : z]);
    const fit = fitPoints(draft({ moved: changed }), published());
    const { shiftM, turnDeg } = errorsOf(fit, move);
    expect(shiftM).toBeLessThan(0.005);
    expect(turnDeg).toBeLessThan(0.01);
    expect(fit.overlap).toBeGreaterThan(0.4);
    expect(fit.overlap).toBeLessThan(0.7);
  });

  it('returns as a part of the site', () => {
    const move = moveOf(0.4, -0.3, 0.2, -1);
    const part = draft({ points: 10_000, moved: move.moved, isScanned: ([x, y]) => Math.hypot(x + 4, y - 4) < 7 });
    expect(errorsOf(fitPoints(part, published(PLANT, { points: 24_000 })), move).shiftM).toBeLessThan(0.01);
  });
});

describe('what the points do not show stays as it was', () => {
  it('on a floor alone, which fixes the height only', () => {
    const move = moveOf(0.3, 0.2, 0.25, 1);
    const fit = fitPoints(draft({ moved: move.moved }, [FLOOR]), published([FLOOR]));
    expect(fit).toMatchObject({ kind: 'fitted', kept: ['east', 'north', 'turn'] });
    if (fit.kind !== 'fitted') return;
    expect([fit.matrix[12], fit.matrix[13], fit.matrix[1]]).toEqual([0, 0, 0].map((value) => expect.closeTo(value, 6)));
    expect(fit.matrix[14]).toBeCloseTo(-0.25, 3);
  });

  it('along a wall on a floor', () => {
    const move = moveOf(0.3, 0.2, 0.25, 1);
    const fit = fitPoints(draft({ moved: move.moved }, [FLOOR, WALL]), published([FLOOR, WALL]));
    expect(fit).toMatchObject({ kind: 'fitted', kept: ['north'] });
    if (fit.kind !== 'fitted') return;
    // The wall is in its plane again, wherever along it.
    const [x, , z] = transformPoint(fit.matrix, move.moved([3, 4, 2]));
    expect([x, z]).toEqual([expect.closeTo(3, 2), expect.closeTo(2, 2)]);
    expect(errorsOf(fit, move).turnDeg).toBeLessThan(0.01);
  });
});

describe('a scan that is not moved', () => {
  it('lies more than a metre off', () => {
    const { moved } = moveOf(0, 0, 8, 0);
    const fit = fitPoints(draft({ moved, points: 5000 }, [FLOOR]), published([FLOOR], { points: 20_000 }));
    expect(fit).toEqual({ kind: 'apart', distanceM: expect.closeTo(8, 2), overlap: 0 });
  });

  it('lies so far off that it has no neighbour', () => {
    const { moved } = moveOf(0, 500, 0, 0);
    const fit = fitPoints(draft({ moved, points: 5000 }), published(PLANT, { points: 20_000 }));
    expect(fit).toEqual({ kind: 'apart', distanceM: null, overlap: 0 });
  });

  it('overlaps under 30 % of it', () => {
    const ramp: Scan['moved'] = ([x, y]) => [x, y, 0.08 * x];
    const fit = fitPoints(draft({ moved: ramp, points: 3000 }, [FLOOR]), published([FLOOR], { points: 6000 }));
    expect(fit).toMatchObject({ kind: 'apart', distanceM: expect.any(Number) });
    expect(fit.overlap).toBeLessThan(0.3);
  });

  it('is only measured', () => {
    const { moved } = moveOf(0, 0, 0.4, 0);
    const fit = fitPoints(draft({ moved, points: 20_000 }, [FLOOR]), published([FLOOR]), true);
    expect(fit).toEqual({ kind: 'near', distanceM: expect.closeTo(0.4, 2), overlap: 0 });
  });

  it('has no points, or none that are on a surface', () => {
    const none = draft({ isScanned: () => false });
    expect(fitPoints(none, published(PLANT, { points: 1000 }))).toEqual({ kind: 'apart', distanceM: null, overlap: 0 });
  });
});
