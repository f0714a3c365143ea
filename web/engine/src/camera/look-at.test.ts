import { describe, expect, it } from 'vitest';
import { type Vec3, distance, dot, normalize, subtract } from '@overlook/shared/maths';
import { LOOK_AT } from '@overlook/shared/config';
import { poseLookingAt } from './look-at.ts';

const POINT: Vec3 = [12, -40, 7];

describe('looking at a point', () => {
  it.each([
    ['level', [0, 1, 0], [0, 0, 1]],
    ['upwards', [0, 0.6, 0.8], [0, -0.8, 0.6]],
    ['straight down', [0, 0, -1], [0, 1, 0]],
    ['rolled', [0, 1, 0], [1, 0, 0]],
  ] as [string, Vec3, Vec3][])('has it in the middle at the distance asked for, from a view %s', (_, direction, up) => {
    const pose = poseLookingAt({ positionEnu: [0, 0, 50], direction, up }, POINT, 20);
    expect(distance(pose.positionEnu, POINT)).toBeCloseTo(20, 9);
    expect(dot(pose.direction, normalize(subtract(POINT, pose.positionEnu)))).toBeCloseTo(1, 12);
    const pitchRad = Math.asin(pose.direction[2]);
    expect(pitchRad).toBeLessThanOrEqual(LOOK_AT.flattestPitchRad + 1e-12);
    expect(pitchRad).toBeGreaterThanOrEqual(LOOK_AT.steepestPitchRad - 1e-12);
    expect(pose.up[2]).toBeGreaterThan(0);
  });

  it('keeps the heading', () => {
    const east = poseLookingAt({ positionEnu: [0, 0, 50], direction: [1, 0, 0], up: [0, 0, 1] }, POINT, 20);
    expect(east.direction[0]).toBeGreaterThan(0.8);
    expect(east.direction[1]).toBeCloseTo(0, 12);
  });
});
