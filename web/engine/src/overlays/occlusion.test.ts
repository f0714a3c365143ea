import { type Vec3, enuFrame } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { cameraFrame } from '../view/camera-frame.ts';
import type { Mark } from './mark.ts';
import { Occlusion, sampleCount } from './occlusion.ts';
import { placeMarks } from './placed-marks.ts';
import { ScreenMarks } from './screen-marks.ts';

/** At 0°, 0° the axes of ECEF are up, east and north. */
const FRAME = enuFrame({ longitude: 0, latitude: 0, height: 0 });
const ecef = (e: number, n: number, u: number): Vec3 => [6378137 + u, e, n];
const CAMERA = cameraFrame({ positionEnu: [0, -100, 0], direction: [0, 1, 0], up: [0, 0, 1] }, 800, 600, 1, 50_000);

const point = (id: string, e: number): Mark => ({ id, kind: 'point', variant: 'point', pointEcef: ecef(e, 0, 0) });
const line = (id: string, ...east: number[]): Mark => ({
  id,
  kind: 'line',
  pointsEcef: east.map((e) => ecef(e, 0, 0)),
});

function setUp(marks: readonly Mark[]) {
  const placed = placeMarks(marks, FRAME);
  const screen = new ScreenMarks(placed);
  screen.update(CAMERA, null);
  const occlusion = new Occlusion(placed);
  return { screen, occlusion };
}
/** The model hides everything west of the middle. */
const hidesWest = ([e]: Vec3): boolean => e < 0;

describe('Occlusion', () => {
  it('finds the points behind the model', () => {
    const { screen, occlusion } = setUp([point('a', -10), point('b', 10)]);
    expect(occlusion.isHidden(0)).toBe(false);
    expect(occlusion.refresh(screen, 100, hidesWest)).toEqual({ isDone: true, hasChanged: true });
    expect([occlusion.isHidden(0), occlusion.isHidden(1)]).toEqual([true, false]);
  });

  it('stops at its budget and continues from there, testing each place once', () => {
    const { screen, occlusion } = setUp([-30, -20, -10, 10, 20].map((e, i) => point(`p${i}`, e)));
    const asked: number[] = [];
    let clockMs = 0;
    const isHidden = (at: Vec3): boolean => {
      asked.push(Math.round(at[0]));
      clockMs += 1;
      return hidesWest(at);
    };
    const nowMs = (): number => clockMs;
    expect(occlusion.refresh(screen, 2, isHidden, nowMs)).toEqual({ isDone: false, hasChanged: true });
    expect(asked).toEqual([-30, -20]);
    expect(occlusion.refresh(screen, 2, isHidden, nowMs)).toEqual({ isDone: false, hasChanged: true });
    expect(occlusion.refresh(screen, 2, isHidden, nowMs)).toEqual({ isDone: true, hasChanged: false });
    expect(occlusion.refresh(screen, 2, isHidden, nowMs)).toEqual({ isDone: true, hasChanged: false });
    expect(asked).toEqual([-30, -20, -10, 10, 20]);
  });

  it('tests a place again while its result is not known', () => {
    const { screen, occlusion } = setUp([point('a', -10), point('b', 10)]);
    expect(occlusion.refresh(screen, 100, () => null)).toEqual({ isDone: false, hasChanged: false });
    expect(occlusion.isHidden(0)).toBe(false);
    expect(occlusion.refresh(screen, 100, hidesWest)).toEqual({ isDone: true, hasChanged: true });
    expect(occlusion.isHidden(0)).toBe(true);
  });

  it('gets on even without a budget', () => {
    const { screen, occlusion } = setUp([point('a', 1), point('b', 2), point('c', 3)]);
    let calls = 0;
    for (let i = 0; i < 3; i++) occlusion.refresh(screen, 0, () => (calls++, false));
    expect(calls).toBe(3);
  });

  it('does not test places off the screen', () => {
    const { screen, occlusion } = setUp([point('a', 900), line('l', 900, 1200), point('b', 1)]);
    const asked: Vec3[] = [];
    occlusion.refresh(screen, 100, (at) => (asked.push(at), false));
    expect(asked.map(([e]) => Math.round(e))).toEqual([1]);
  });

  it('tests a long segment at eight places and a short one at fewer, all on it', () => {
    const { screen, occlusion } = setUp([line('l', -40, 40, 41)]);
    const asked: Vec3[] = [];
    occlusion.refresh(screen, 100, (at) => (asked.push(at), hidesWest(at)));
    expect([sampleCount(screen, 0), sampleCount(screen, 1)]).toEqual([8, 1]);
    // Seen square on: evenly spaced in space too.
    const expected = [-35, -25, -15, -5, 5, 15, 25, 35, 40.5];
    asked.forEach(([e, n, u], i) => {
      expect(e).toBeCloseTo(expected[i]!, 6);
      expect(Math.hypot(n, u)).toBeLessThan(1e-6);
    });
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((s) => occlusion.isHidden(0, s))).toEqual(
      [-35, -25, -15, -5, 5, 15, 25, 35].map((e) => e < 0),
    );
    expect(occlusion.isHiddenSomewhere(0)).toBe(true);
    expect(occlusion.isHiddenSomewhere(1)).toBe(false);
  });

  it('samples only what is on the screen of a segment that leaves it', () => {
    const { screen, occlusion } = setUp([line('l', 0, 100_000)]);
    const asked: number[] = [];
    occlusion.refresh(screen, 100, ([e]) => (asked.push(e), false));
    expect(asked).toHaveLength(8);
    expect(Math.max(...asked)).toBeLessThan(80);
  });

  it('clears all results on request', () => {
    const { screen, occlusion } = setUp([point('a', -10)]);
    occlusion.refresh(screen, 100, hidesWest);
    occlusion.clear();
    expect(occlusion.isHidden(0)).toBe(false);
    expect(occlusion.refresh(screen, 100, hidesWest)).toEqual({ isDone: true, hasChanged: true });
  });

  it('keeps the results of unchanged marks, and tests moved and new ones again', () => {
    const before = setUp([point('a', -10), point('b', -20), line('l', -40, -30, 30)]);
    before.occlusion.refresh(before.screen, 100, hidesWest);
    const after = setUp([point('new', 5), line('l', -40, -30, 35), point('b', -21), point('a', -10)]);
    after.occlusion.carryFrom(before.occlusion);
    expect(after.occlusion.isHidden(3)).toBe(false);
    // Parts: new, first and second segment, b, a.
    const known = [0, 1, 2, 3, 4].filter((part) => after.occlusion.isHiddenSomewhere(part));
    expect(known).toEqual([1, 4]);
    const asked: number[] = [];
    after.occlusion.refresh(after.screen, 100, (at) => (asked.push(at[0]), hidesWest(at)));
    expect(asked).toContain(5);
    expect(asked.some((e) => Math.abs(e + 21) < 1e-6)).toBe(true);
    expect(asked.some((e) => Math.abs(e + 10) < 1e-6)).toBe(false);
    expect(asked.filter((e) => e < -30 && e > -40)).toEqual([]);
  });
});
