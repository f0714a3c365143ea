import { IDENTITY, type Mat4 } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import type { Attribute } from './scan-values.ts';
import { pointSpacing } from './point-spacing.ts';

const floats = (flat: readonly number[]): Attribute => ({ value: Float32Array.from(flat), size: 3, normalized: false });
const spacingOf = (flat: readonly number[]) => pointSpacing(floats(flat), IDENTITY);

/** Points at whole steps, with the given number along each axis. */
function grid(step: number, [nx, ny, nz]: readonly [number, number, number], from = [0, 0, 0]): number[] {
  const flat: number[] = [];
  for (let i = 0; i < nx * ny * nz; i++)
    [i % nx, Math.floor(i / nx) % ny, Math.floor(i / nx / ny)].forEach((n, k) => flat.push(from[k]! + step * n));
  return flat;
}

/** Numbers from 0 to 1, the same each time (Lehmer's generator). */
function chance(): () => number {
  let state = 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

describe('pointSpacing', () => {
  it('is the step of a grid on a surface and in a volume', () => {
    expect(spacingOf(grid(0.05, [100, 80, 1]))).toBeCloseTo(0.05, 4);
    expect(spacingOf(grid(0.25, [1, 40, 50], [100, -200, 7]))).toBeCloseTo(0.25, 4);
    expect(spacingOf(grid(2, [12, 12, 12]))).toBeCloseTo(2, 4);
  });

  it('is twice the step of a line', () => {
    expect(spacingOf(grid(0.1, [200, 1, 1]))).toBeCloseTo(0.2, 4);
    expect(spacingOf(grid(0.1, [1, 1, 200]))).toBeCloseTo(0.2, 4);
  });

  it('is about the side of the square that each of random points has', () => {
    const next = chance();
    const flat = Array.from({ length: 20_000 }, () => [10 * next(), 10 * next(), 0]).flat();
    const side = Math.sqrt(100 / 20_000);
    expect(spacingOf(flat) / side).toBeGreaterThan(0.8);
    expect(spacingOf(flat) / side).toBeLessThan(1.1);
  });

  it('is that of the points where their bounds are far larger, as with a wall beside a far point', () => {
    expect(spacingOf([...grid(0.05, [60, 1, 60]), 5000, 5000, 5000])).toBeCloseTo(0.05, 4);
  });

  it('is in metres of the frame, for any numbers in the file', () => {
    // Steps of 655.35 of a volume of 100 m, 100 m and 1 m.
    const value = Uint16Array.from(grid(655, [100, 100, 1]));
    const matrix: Mat4 = [100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1];
    expect(pointSpacing({ value, size: 3, normalized: true }, matrix)).toBeCloseTo((100 * 655) / 65_535, 4);
  });

  it('counts points at one place once, and is 0 for too few', () => {
    const twice = grid(0.5, [30, 30, 1]);
    expect(spacingOf([...twice, ...twice, ...twice, ...twice])).toBeCloseTo(0.5, 4);
    expect(spacingOf(grid(1, [3, 1, 1]))).toBe(0);
    expect(spacingOf(Array<number>(300).fill(4))).toBe(0);
    expect(spacingOf([])).toBe(0);
  });
});
