import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../maths/index.ts';
import { randomFrom } from '../maths/testing/index.ts';
import type { HeightPoints } from './heights.ts';
import { measureVolume, rimProblem, type VolumeQuestion } from './measure-volume.ts';

/** More of them on demand: `TRIALS=1000`. */
const TRIALS = Number(process.env['TRIALS'] ?? 40);

const random = randomFrom(75);
/** Normal deviates by Box and Muller. */
const noise = (sigmaM: number) => sigmaM * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

type HeightAt = (eastM: number, northM: number) => number;

/** A pile with the angle of repose, on level ground. */
const cone =
  (radiusM: number, heightM: number): HeightAt =>
  (eastM, northM) =>
    Math.max(0, heightM * (1 - Math.hypot(eastM, northM) / radiusM));
const coneM3 = (radiusM: number, heightM: number) => (Math.PI * radiusM ** 2 * heightM) / 3;

/** Points at random places of a square. */
function pointsOn(
  heightAt: HeightAt,
  { halfM = 12, spacingM = 0.2, sigmaM = 0.005, isSeen = (_east: number, _north: number): boolean => true } = {},
) {
  const all: number[][] = [];
  for (let i = 0; i < (2 * halfM) ** 2 / spacingM ** 2; i++) {
    const [east, north] = [halfM * (2 * random() - 1), halfM * (2 * random() - 1)];
    if (isSeen(east, north)) all.push([east, north, heightAt(east, north) + noise(sigmaM)]);
  }
  const column = (axis: number) => Float32Array.from(all, (point) => point[axis]!);
  return { eastM: column(0), northM: column(1), upM: column(2), count: all.length } satisfies HeightPoints;
}

const square = (halfM: number, upAt: HeightAt = () => 0): Vec3[] =>
  [
    [-halfM, -halfM],
    [halfM, -halfM],
    [halfM, halfM],
    [-halfM, halfM],
  ].map(([east, north]) => [east!, north!, upAt(east!, north!)]);

const measured = (question: Partial<VolumeQuestion> & Pick<VolumeQuestion, 'points'>) =>
  measureVolume({ rim: square(11), base: { kind: 'plane' }, stepM: null, heightErrorM: 0, ...question })!;

describe('a pile on level ground', () => {
  it('has its volume at any step, over a plane, triangles and a height', () => {
    const points = pointsOn(cone(10, 4), { spacingM: 0.1 });
    for (const [kind, stepM] of [
      ['plane', null],
      ['plane', 0.25],
      ['rim', 1],
      ['height', null],
    ] as const) {
      const base = kind === 'height' ? { kind, upM: 0 } : { kind };
      const { fill, cut, belowDetection } = measured({ points, base, stepM });
      expect(Math.abs(fill.m3 / coneM3(10, 4) - 1)).toBeLessThan(0.002);
      expect(cut.m3).toBeLessThan(0.1);
      expect(belowDetection.areaM2).toBeGreaterThan(100);
    }
  });

  it('lies in its 95 % interval, which is narrow', () => {
    let [held, widest] = [0, 0];
    for (let trial = 0; trial < TRIALS; trial++) {
      const points = pointsOn(cone(5, 2), { halfM: 7, spacingM: 0.25 });
      const { net, belowDetection } = measured({ rim: square(6), points });
      if (Math.abs(net.m3 + belowDetection.netM3 - coneM3(5, 2)) <= net.halfWidth95M3) held++;
      widest = Math.max(widest, net.halfWidth95M3);
    }
    expect(held / TRIALS).toBeGreaterThanOrEqual(0.9);
    expect(widest / coneM3(5, 2)).toBeLessThan(0.02);
  });

  it('tells the effect of its step and the areas that it does not know', () => {
    const isSeen = (east: number, north: number) => Math.hypot(east - 3, north) > 1.5;
    const seen = measured({ points: pointsOn(cone(10, 4), { isSeen }) });
    expect(seen.stepM).toBeCloseTo(2.5 * seen.spacingM, 9);
    expect(seen.coarser.stepM).toBeCloseTo(2 * seen.stepM, 9);
    expect(Math.abs(seen.coarser.fillM3 - seen.fill.m3)).toBeLessThan(4);
    expect(seen.filledM2).toBeGreaterThan(3);
    expect(seen.filledM2).toBeLessThan(12);
    expect(Math.abs(seen.fill.m3 - coneM3(10, 4))).toBeLessThan(seen.fill.halfWidth95M3 + 0.5);
    expect([seen.unseenM2, seen.steepM2]).toEqual([0, 0]);
  });

  it('is cut below a height, and both are told', () => {
    const { fill, cut, net } = measured({ points: pointsOn(cone(10, 4)), base: { kind: 'height', upM: 1 } });
    const above = coneM3(7.5, 3);
    expect(Math.abs(fill.m3 / above - 1)).toBeLessThan(0.01);
    expect(net.m3).toBeCloseTo(fill.m3 - cut.m3, 6);
    expect(Math.abs(net.m3 - (coneM3(10, 4) - 22 ** 2))).toBeLessThan(2);
  });
});

describe('a base', () => {
  const slope: HeightAt = (east, north) => 0.1 * east - 0.05 * north;

  it('of a tilted plane follows the ground', () => {
    const points = pointsOn((east, north) => slope(east, north) + cone(10, 4)(east, north));
    for (const kind of ['plane', 'rim'] as const) {
      const { fill } = measured({ rim: square(11, slope), points, base: { kind } });
      expect(Math.abs(fill.m3 / coneM3(10, 4) - 1)).toBeLessThan(0.01);
    }
  });

  it('of triangles follows a rim that is not flat, and a plane says how much it does not', () => {
    const fold: HeightAt = (east) => 0.3 * Math.abs(east);
    const rim: Vec3[] = [
      [-10, -8, 3],
      [0, -8, 0],
      [10, -8, 3],
      [10, 8, 3],
      [0, 8, 0],
      [-10, 8, 3],
    ];
    const points = pointsOn((east, north) => fold(east, north) + 0.5);
    const folded = measured({ rim, points, base: { kind: 'rim' } });
    expect(Math.abs(folded.net.m3 - 160)).toBeLessThan(0.5);
    const flat = measured({ rim, points, base: { kind: 'plane' } });
    expect(flat.net.halfWidth95M3).toBeGreaterThan(400);
  });
});

describe('two captures', () => {
  const moundM3 = coneM3(3, 1);
  const pair = (offsetM: number) => ({
    points: pointsOn((east, north) => cone(3, 1)(east, north) + offsetM, { sigmaM: 0.003 }),
    base: { kind: 'points', points: pointsOn(() => 0, { sigmaM: 0.003 }) } as const,
  });

  it('differ by what was heaped up', () => {
    const { fill, cut, net } = measured(pair(0));
    expect(Math.abs(fill.m3 - moundM3)).toBeLessThan(0.3);
    expect(cut.m3).toBeLessThan(0.1);
    expect(Math.abs(net.m3 - moundM3)).toBeLessThan(0.2);
  });

  it('differ by little more where one is 5 mm too high, which the error of heights takes into account', () => {
    const { net, belowDetection, detectionM } = measured({ ...pair(0.005), heightErrorM: 0.005 });
    expect(Math.abs(net.m3 - moundM3)).toBeLessThan(net.halfWidth95M3 + 0.1);
    expect(net.m3 - moundM3).toBeLessThan(0.4);
    expect(belowDetection.netM3).toBeGreaterThan(1.5);
    expect(detectionM).toBeGreaterThan(0.0098);
  });
});

it('walls and what lies over something else are marked', () => {
  const points = pointsOn((east, north) => (Math.max(Math.abs(east), Math.abs(north)) < 5.1 ? 3 : 0));
  const { steepM2, fill } = measured({ points });
  expect(steepM2).toBeGreaterThan(1);
  expect(steepM2).toBeLessThan(25);
  expect(Math.abs(fill.m3 / (10.2 ** 2 * 3) - 1)).toBeLessThan(0.04);
});

it('contours surround what they are about, at round levels', () => {
  const { contours } = measured({ points: pointsOn(cone(10, 4)) });
  expect([...new Set(contours.map(({ levelM }) => levelM))]).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5]);
  for (const { levelM, line } of contours)
    for (const [east, north, up] of line) {
      expect(Math.abs(Math.hypot(east, north) - 10 * (1 - levelM / 4))).toBeLessThan(0.3);
      expect(Math.abs(up - levelM)).toBeLessThan(0.01);
    }
});

it('few points give nothing', () => {
  const points = pointsOn(cone(10, 4), { spacingM: 4 });
  expect(measureVolume({ rim: square(11), points, base: { kind: 'rim' }, stepM: null, heightErrorM: 0 })).toBeNull();
  const nobody = pointsOn(cone(10, 4), { isSeen: () => false });
  expect(
    measureVolume({ rim: square(11), points: nobody, base: { kind: 'rim' }, stepM: 1, heightErrorM: 0 }),
  ).toBeNull();
});

it('a rim that crosses itself or has no area is refused', () => {
  expect(
    rimProblem([
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ]),
  ).toEqual({ rule: 'crossing', edges: [0, 2] });
  expect(
    rimProblem([
      [0, 0],
      [2, 0],
      [4, 0],
    ]),
  ).toEqual({ rule: 'flat' });
  expect(
    rimProblem([
      [0, 0],
      [2, 0],
    ]),
  ).toEqual({ rule: 'corners' });
  expect(
    rimProblem([
      [0, 0],
      [2, 0],
      [1, 2],
    ]),
  ).toBeNull();
});
