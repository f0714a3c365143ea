import { type Vec3, length, subtract } from '@overlook/shared/maths';
import { randomFrom } from '@overlook/shared/maths/testing';
import { describe, expect, it } from 'vitest';
import { clickOnCloud } from './testing/click-on-cloud.ts';

const random = randomFrom(5);
const between = (low: number, high: number) => low + (high - low) * random();
const SPACING_M = 0.05;

const down = (x: number, y: number) => ({ origin: [x, y, 10] as Vec3, direction: [0, 0, -1] as Vec3 });
const floor = (x0: number, x1: number, z: number, noiseM = 0) =>
  Array.from({ length: 1600 }, (): Vec3 => [between(x0, x1), between(-1, 1), z + between(-noiseM, noiseM)]);

describe('a click on a cloud', () => {
  it('goes to the plane of the points, with an interval of their scatter', () => {
    const hit = clickOnCloud(floor(-1, 1, 2, 0.003), SPACING_M, down(0.013, 0.021))!;
    expect(hit.pointEcef[0]).toBeCloseTo(0.013, 9);
    expect(Math.abs(hit.pointEcef[2] - 2)).toBeLessThan(hit.errorMetres);
    expect(hit.errorMetres).toBeLessThan(0.005);
  });

  it('follows a bent surface', () => {
    const pipe = Array.from({ length: 3000 }, (): Vec3 => {
      const angle = between(0, Math.PI);
      return [0.5 * Math.cos(angle), between(-1, 1), 0.5 * Math.sin(angle)];
    });
    const hit = clickOnCloud(pipe, SPACING_M, down(0.2, 0))!;
    expect(length(subtract(hit.pointEcef, [0.2, 0, Math.sqrt(0.5 ** 2 - 0.2 ** 2)]))).toBeLessThan(hit.errorMetres);
    expect(hit.errorMetres).toBeLessThan(0.01);
  });

  it('beside an edge goes behind it, and says that it may be on it', () => {
    const step = [...floor(-1, 0, 2), ...floor(-1, 1, 1.8)];
    expect(clickOnCloud(step, SPACING_M, down(-0.2, 0))!.pointEcef[2]).toBeCloseTo(2, 3);
    const beside = clickOnCloud(step, SPACING_M, down(0.02, 0))!;
    expect(Math.min(Math.abs(beside.pointEcef[2] - 1.8), Math.abs(beside.pointEcef[2] - 2))).toBeLessThan(0.01);
    expect(Math.abs(beside.pointEcef[2] - 1.8)).toBeLessThan(beside.errorMetres + 0.01);
  });

  it('stays on the stored point where there are too few for a surface', () => {
    const few: Vec3[] = [
      [0, 0, 1],
      [0.3, 0, 1.2],
      [0, 0.3, 0.8],
    ];
    expect(clickOnCloud(few, SPACING_M, down(0.01, 0))).toMatchObject({ pointEcef: [0, 0, 1], errorMetres: SPACING_M });
  });
});
