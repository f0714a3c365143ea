import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { runBounds } from './pick-geometry.ts';
import { type Discs, type Ray, hitsRun, nearestPoint, nearestTriangle } from './ray.ts';

const down = (x: number, y: number): Ray => ({ ox: x, oy: y, oz: 10, dx: 0, dy: 0, dz: -1 });
/** A square of two triangles at height z, facing up. */
const square = (z: number): number[] => [0, 0, z, 1, 0, z, 1, 1, z, 0, 0, z, 1, 1, z, 0, 1, z];

describe('nearestTriangle', () => {
  it('gives the distance to the nearest of several', () => {
    const positions = Float32Array.from([...square(1), ...square(3)]);
    expect(nearestTriangle(down(0.6, 0.3), positions, null, 0, Infinity, false)).toEqual({
      t: 7,
      triangle: 2,
      isBack: false,
    });
    expect(nearestTriangle(down(0.6, 0.3), positions, null, 8, Infinity, false)).toMatchObject({ t: 9, triangle: 0 });
    expect(nearestTriangle(down(1.5, 0.3), positions, null, 0, Infinity, false)).toBeNull();
  });

  it('passes through the backs of triangles where those are culled', () => {
    const up: Ray = { ox: 0.6, oy: 0.3, oz: -1, dx: 0, dy: 0, dz: 1 };
    const positions = Float32Array.from(square(1));
    expect(nearestTriangle(up, positions, null, 0, Infinity, true)).toBeNull();
    expect(nearestTriangle(up, positions, null, 0, Infinity, false)).toMatchObject({ t: 2, isBack: true });
  });

  it('is exact on any plane', () => {
    const number = numberBetween(-5, 5);
    fc.assert(
      fc.property(number, number, number, fc.double({ min: 0.1, max: 0.8, noNaN: true }), (a, b, c, u) => {
        const plane = (x: number, y: number) => a * x + b * y + c;
        const positions = Float32Array.from([0, 0, plane(0, 0), 1, 0, plane(1, 0), 0, 1, plane(0, 1)]);
        const hit = nearestTriangle({ ...down(u, 0.1), oz: 50 }, positions, null, 0, Infinity, false)!;
        expect(50 - hit.t).toBeCloseTo(plane(u, 0.1), 5);
      }),
    );
  });
});

describe('nearestPoint', () => {
  const discs = (slope: number, beside: number): Discs => ({
    slopeAt: () => slope,
    besideSlope: () => beside,
    most: beside,
  });

  it('takes the nearest disc that covers the ray before a farther one that is better centred', () => {
    const positions = Float32Array.from([0.05, 0, 0, 0, 0, -5]);
    expect(nearestPoint(down(0, 0), positions, discs(0.01, 0.03), 0, Infinity)).toMatchObject({
      index: 0,
      covers: true,
    });
  });

  it('falls back on the point closest to the ray', () => {
    const positions = Float32Array.from([0.2, 0, 5, 0.15, 0, 0, 3, 0, 0]);
    expect(nearestPoint(down(0, 0), positions, discs(0.01, 0.05), 0, Infinity)).toMatchObject({
      index: 1,
      covers: false,
    });
    expect(nearestPoint(down(0, 0), positions, discs(0.01, 0.012), 0, Infinity)).toBeNull();
  });
});

describe('hitsRun', () => {
  it('never denies a run with a triangle that the ray hits', () => {
    // Whole numbers: slivers whose normal is rounding noise would only test the noise.
    const coordinate = fc.integer({ min: -20, max: 20 });
    const vertex = fc.tuple(coordinate, coordinate, coordinate);
    fc.assert(
      fc.property(fc.array(vertex, { minLength: 3, maxLength: 3 }), vertex, vertex, (triangle, [ox, oy, oz], to) => {
        const ray: Ray = { ox, oy, oz, dx: to[0] - ox, dy: to[1] - oy, dz: to[2] - oz };
        fc.pre(Math.hypot(ray.dx, ray.dy, ray.dz) > 1e-3);
        const positions = Float32Array.from(triangle.flat());
        const hit = nearestTriangle(ray, positions, null, 0, Infinity, false);
        fc.pre(hit !== null && hit.t < 1e6);
        expect(hitsRun(runBounds(positions, null, 3), 0, ray, Infinity, 0)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('skips a run that lies aside or beyond', () => {
    const runs = runBounds(Float32Array.from(square(0)), null, 3);
    expect(hitsRun(runs, 0, down(3, 0.5), Infinity, 0)).toBe(false);
    expect(hitsRun(runs, 0, down(0.5, 0.5), 5, 0)).toBe(false);
    expect(hitsRun(runs, 0, down(0.5, 0.5), 11, 0)).toBe(true);
  });
});
