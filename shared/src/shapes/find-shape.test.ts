import { describe, expect, it } from 'vitest';
import { type Vec3, add, dot, normalize, scale, subtract, length } from '../maths/index.ts';
import { randomFrom } from '../maths/testing/index.ts';
import { type FoundShape, findShape, radiusHalfWidth95 } from './find-shape.ts';
import { pipeSizesWithin } from './pipe-sizes.ts';
import { squareAxes } from './shape.ts';

/** More of them on demand: `TRIALS=1000`. */
const TRIALS = Number(process.env['TRIALS'] ?? 120);
const NOISE_M = 0.002;

const random = randomFrom(33);
const between = (low: number, high: number) => low + (high - low) * random();
/** Normal deviates by Box and Muller. */
const noise = (sigmaM: number) => sigmaM * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const direction = (): Vec3 => normalize([noise(1), noise(1), noise(1)]);

interface MadePipe {
  readonly radiusM: number;
  readonly lengthM: number;
  /** Of the circle round the axis that is seen. */
  readonly arcRad: number;
  readonly count: number;
  readonly sigmaM: number;
  readonly axis: Vec3;
}

/** Points of a pipe; the origin lies on its surface, in the middle of what is seen. */
function pipePoints({ radiusM, lengthM, arcRad, count, sigmaM, axis }: MadePipe): Vec3[] {
  const [e1, e2] = squareAxes(axis);
  return Array.from({ length: count }, () => {
    const [angle, along] = [between(-arcRad / 2, arcRad / 2), between(-lengthM / 2, lengthM / 2)];
    const away = radiusM + noise(sigmaM);
    const round = add(scale(e1, away * Math.cos(angle) - radiusM), scale(e2, away * Math.sin(angle)));
    return add(round, scale(axis, along));
  });
}
const flat = (...points: readonly (readonly Vec3[])[]) => Float64Array.from(points.flat(2));
const options = { noiseM: NOISE_M, reachM: 0.6 };

const asShape = <F extends FoundShape>(answer: F | string): F => {
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
};

describe('a pipe', () => {
  const made = (of: Partial<MadePipe> = {}) => ({
    radiusM: 0.15,
    lengthM: 1.2,
    arcRad: 2.2,
    count: 700,
    sigmaM: NOISE_M,
    axis: direction(),
    ...of,
  });

  it('has its axis and radius, and the stated interval holds the truth in about 95 of 100', () => {
    let [held, found] = [0, 0];
    const relative: number[] = [];
    for (let trial = 0; trial < TRIALS; trial++) {
      const pipe = made({
        radiusM: between(0.04, 0.5),
        arcRad: between(1.6, 6.2),
        sigmaM: between(0.0005, 0.004),
        count: Math.round(between(150, 900)),
      });
      const answer = findShape('cylinder', flat(pipePoints(pipe)), { noiseM: pipe.sigmaM, reachM: 0.6 });
      if (typeof answer === 'string') continue;
      found++;
      const off = Math.abs(answer.shape.radiusM - pipe.radiusM);
      const halfWidth = radiusHalfWidth95(answer);
      if (off <= halfWidth) held++;
      relative.push(halfWidth / Math.max(off, 1e-6));
      expect(Math.abs(dot(answer.shape.axis, pipe.axis))).toBeGreaterThan(Math.cos(0.05));
    }
    expect(found / TRIALS).toBeGreaterThan(0.85);
    // 95 % ± 3 standard deviations of as many trials; independent errors are also stated with the estimate for shared ones.
    const slack = 3 * Math.sqrt((0.95 * 0.05) / found);
    expect(held / found).toBeGreaterThan(0.94 - slack);
    expect(relative.sort((a, b) => a - b)[relative.length >> 1]).toBeLessThan(5);
  });

  it('is told from a second one beside it, and ends at a gap', () => {
    const axis: Vec3 = [0, 0, 1];
    const [e1, e2] = squareAxes(axis);
    const pipe = made({ axis, lengthM: 0.6, arcRad: 3, count: 900 });
    const neighbour = pipePoints({ ...pipe, radiusM: 0.08 }).map((point) =>
      add(point, add(scale(e2, 0.25), scale(e1, -0.1))),
    );
    const answer = asShape(findShape('cylinder', flat(pipePoints(pipe), neighbour), options));
    expect(Math.abs(answer.shape.radiusM - 0.15)).toBeLessThan(0.002);
    expect(answer.seenShare).toBeCloseTo(3 / (2 * Math.PI), 1);
    expect(answer.alongM[1] - answer.alongM[0]).toBeCloseTo(0.6, 1);
  });

  it('is refused on noise, on a plane, on a box edge and on three points', () => {
    const cloud = Array.from({ length: 800 }, (): Vec3 => [between(-0.4, 0.4), between(-0.4, 0.4), between(-0.4, 0.4)]);
    expect(findShape('cylinder', flat(cloud), options)).toMatch(/noSurface|otherShape|fewPoints/);
    const floor = Array.from({ length: 900 }, (): Vec3 => [between(-0.6, 0.6), between(-0.6, 0.6), noise(NOISE_M)]);
    expect(typeof findShape('cylinder', flat(floor), options)).toBe('string');
    const wall = Array.from({ length: 900 }, (): Vec3 => [noise(NOISE_M) + 0.1, between(-0.6, 0.6), between(0, 0.6)]);
    expect(typeof findShape('cylinder', flat(floor, wall), options)).toBe('string');
    expect(findShape('cylinder', new Float64Array(9), options)).toBe('fewPoints');
  });

  it('is the same, whatever the order of the points', () => {
    const points = pipePoints(made());
    const radius = (of: readonly Vec3[]) => asShape(findShape('cylinder', flat(of), options)).shape.radiusM;
    expect(radius(points.toReversed())).toBeCloseTo(radius(points), 5);
  });
});

it('a sphere has its centre and radius', () => {
  const centre = scale(direction(), 0.4);
  const points = Array.from({ length: 800 }, () => add(centre, scale(direction(), 0.4 + noise(NOISE_M))));
  const answer = asShape(findShape('sphere', flat(points), { ...options, reachM: 0.5 }));
  expect(Math.abs(answer.shape.radiusM - 0.4)).toBeLessThan(radiusHalfWidth95(answer) * 2);
  expect(length(subtract(answer.shape.point, centre))).toBeLessThan(0.003);
});

it('a plane has its normal, with a wall beside it', () => {
  const floor = Array.from({ length: 900 }, (): Vec3 => [between(-0.6, 0.6), between(-0.6, 0.3), noise(NOISE_M)]);
  const wall = Array.from({ length: 500 }, (): Vec3 => [between(-0.6, 0.6), 0.3 + noise(NOISE_M), between(0, 0.4)]);
  const answer = asShape(findShape('plane', flat(floor, wall), options));
  expect(Math.abs(answer.shape.axis[2])).toBeGreaterThan(Math.cos(0.002));
  expect(answer.residualM).toBeLessThan(1.2 * NOISE_M);
});

it('a diameter has the sizes that its interval holds', () => {
  expect(pipeSizesWithin(0.3234, 0.0008).map(({ dn }) => dn)).toEqual([300]);
  expect(pipeSizesWithin(0.34, 0.02).map(({ dn }) => dn)).toEqual([300, 350]);
  expect(pipeSizesWithin(0.34, 0.001)).toEqual([]);
});
