import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCountGrid, encodeCountGrid } from '@overlook/shared/points';
import { transformPoint } from '@overlook/shared/maths';
import { openFrame } from '../open-frame.ts';
import { type ChunkPoints, createGridCounter, type GridCloud, mergeGridParts } from './grid-counter.ts';

const FRAME: GridCloud['frame'] = {
  kind: 'local',
  name: 'Test',
  toEcef: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1],
  metresPerUnit: 1,
};
const DENSITIES = [0.001, 0.0025, 0.005, 0.033, 0.1];

const pointArbitrary = fc.tuple(fc.nat(1023), fc.nat(1023), fc.nat(300));
type Point = [number, number, number];

/** The eight chunks that halve a root cube of 1,024 units, with their points in any order. */
function chunksOf(points: readonly Point[], minimum: Point): ChunkPoints[] {
  return Array.from({ length: 8 }, (_, octant) => {
    const corner = [octant & 1, (octant >> 1) & 1, octant >> 2].map((bit) => bit * 512);
    const own = points.filter((point) =>
      point.every((value, axis) => value >= corner[axis]! && value < corner[axis]! + 512),
    );
    const column = (axis: number) => Int32Array.from(own, (point) => point[axis]! + minimum[axis]!);
    const low = corner.map((value, axis) => value + minimum[axis]!) as Point;
    const high = low.map((value) => value + 512) as Point;
    return { count: own.length, x: column(0), y: column(1), z: column(2), low, high };
  });
}

describe('the grid that is counted chunk by chunk', () => {
  it('has every point and every voxel once, near where it is', () => {
    fc.assert(
      fc.property(
        fc.array(pointArbitrary, { minLength: 1, maxLength: 400 }),
        fc.nat(1e6),
        fc.constantFrom(7, 9),
        fc.constantFrom(0, 0.0025),
        (points, shift, gridBits, spacing) => {
          const minimum: Point = [-shift, shift, -5];
          const cloud: GridCloud = {
            minimum,
            maximum: minimum,
            scale: [0.001, 0.001, 0.001],
            offset: [7, 8, 9],
            rootBits: 10,
            gridBits,
            frame: FRAME,
            spacing,
            densities: DENSITIES,
          };
          const counter = createGridCounter(cloud);
          const grid = mergeGridParts(
            cloud,
            openFrame(FRAME),
            chunksOf(points, minimum).map((chunk) => counter.count(chunk)),
          );
          const totals = grid.counts.map((column) => column.reduce((sum, count) => sum + count, 0));
          const voxels = [2.5, 5, 33, 100].map(
            (side) => new Set(points.map((point) => point.map((value) => Math.floor(value / side)).join())).size,
          );
          expect(totals).toEqual([points.length, spacing === 0 ? voxels[0] : points.length, ...voxels.slice(1)]);
          const cells = new Set(points.map((point) => point.map((value) => value >> (10 - gridBits)).join()));
          expect(grid.cellM).toBeCloseTo(2 ** (10 - gridBits) / 1000, 12);
          expect(grid.x.length).toBe(cells.size);
          for (let cell = 0; cell < grid.x.length; cell++)
            expect(cells.has(`${grid.x[cell]},${grid.y[cell]},${grid.z[cell]}`)).toBe(true);
          expect(decodeCountGrid(encodeCountGrid(grid))).toEqual(grid);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('leads from ECEF to its cells', () => {
    const minimum: Point = [1000, 2000, -500];
    const cloud: GridCloud = {
      minimum,
      maximum: [5000, 6000, 100],
      scale: [0.01, 0.01, 0.01],
      offset: [100, 0, 5],
      rootBits: 12,
      gridBits: 9,
      frame: FRAME,
      spacing: 0,
      densities: [0.01],
    };
    const points = { count: 1, x: Int32Array.of(1803), y: Int32Array.of(2017), z: Int32Array.of(-490) };
    const grid = mergeGridParts(cloud, openFrame(FRAME), [
      createGridCounter(cloud).count({ ...points, low: minimum, high: [5096, 6096, 3596] }),
    ]);
    expect([grid.x[0], grid.y[0], grid.z[0], grid.cellM]).toEqual([100, 2, 1, 0.08]);
    const ecef = new Float64Array(3);
    openFrame(FRAME).toEcef([1803 * 0.01 + 100, 2017 * 0.01, -490 * 0.01 + 5], ecef);
    const cell = transformPoint(grid.ecefToCell, [ecef[0]!, ecef[1]!, ecef[2]!]);
    for (const [axis, expected] of [803 / 8, 17 / 8, 10 / 8].entries()) expect(cell[axis]).toBeCloseTo(expected, 6);
  });
});
