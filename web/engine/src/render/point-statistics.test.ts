import { toMat4 } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { HISTOGRAM_BARS } from '@overlook/shared/config';
import type { DrawItem } from './draw-item.ts';
import type { GpuContent, GpuPrimitive } from './gpu-content.ts';
import { pointStatistics } from './point-statistics.ts';

const IDENTITY = toMat4([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);

interface Made {
  /** Heights of the sampled points, metres; each represents `vertexCount` / their number of points. */
  heights: readonly number[];
  vertexCount?: number;
  intensities?: readonly number[];
  classCounts?: readonly (readonly [number, number])[];
  x?: number;
}

function aCloud({ heights, vertexCount = heights.length, intensities, classCounts, x = 0 }: Made): GpuPrimitive {
  const isScanned = Boolean(intensities ?? classCounts);
  const has = { intensity: Boolean(intensities), classification: Boolean(classCounts), returnNumber: false };
  const made: Partial<GpuPrimitive> = {
    vertexCount,
    matrixEnu: IDENTITY,
    sample: {
      positions: Float32Array.from(heights.flatMap((z) => [x, 0, z])),
      packed: isScanned ? Uint32Array.from(heights.map((_, i) => (2 << 16) | (intensities?.[i] ?? 0))) : null,
    },
    scan: isScanned
      ? { has, classCounts: [...(classCounts ?? [])], returnCounts: [], range: { offset: 0, stride: 4 } as never }
      : null,
  };
  return made as GpuPrimitive;
}

function items(...primitives: GpuPrimitive[]): DrawItem[] {
  const content: Partial<GpuContent> = { primitives };
  return [{ tile: { gpu: [content as GpuContent] }, cutouts: null, finer: null, isCut: false, distance: 1 }];
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

describe('pointStatistics', () => {
  it('is null if no drawn tile has points', () => {
    expect(pointStatistics([], 0)).toBeNull();
    expect(pointStatistics(items({ ...aCloud({ heights: [1] }), sample: null }), 0)).toBeNull();
    expect(pointStatistics(items(aCloud({ heights: [], vertexCount: 0 })), 0)).toBeNull();
  });

  it('counts all points and sums the classes of all tiles', () => {
    const one = aCloud({
      heights: [1, 2],
      vertexCount: 600,
      classCounts: [
        [6, 200],
        [2, 400],
      ],
    });
    const other = aCloud({ heights: [3], vertexCount: 50, classCounts: [[2, 50]] });
    const told = pointStatistics(items(one, other), 0)!;
    expect(told.points).toBe(650);
    expect(told.classes).toEqual([
      [2, 450],
      [6, 200],
    ]);
    expect(told.has).toEqual({ intensity: false, classification: true, returnNumber: false });
    expect(told.intensity).toBeNull();
  });

  it('gives heights above the ellipsoid without 0.1 % at each end', () => {
    const { height } = pointStatistics(items(aCloud({ heights: upTo(10_001) })), 30)!;
    expect([height!.least, height!.most]).toEqual([30 + 10, 30 + 9990]);
    expect(height!.range).toEqual([30 + 100, 30 + 9900]);
    expect(height!.points).toHaveLength(HISTOGRAM_BARS);
    expect(sum(height!.points)).toBe(9981);
  });

  it('weights each sample by the points that it represents', () => {
    const [few, many] = [aCloud({ heights: [0, 0], vertexCount: 100 }), aCloud({ heights: [10], vertexCount: 900 })];
    const { points } = pointStatistics(items(few, many), 0)!.height!;
    expect([points[0], points.at(-1), sum(points)]).toEqual([100, 900, 1000]);
  });

  it('follows the curvature of the earth away from the origin of the site', () => {
    const { height } = pointStatistics(items(aCloud({ heights: [0], x: 10_000 })), 0)!;
    expect(height!.least).toBeCloseTo(10_000 ** 2 / (2 * 6_378_137), 6);
  });

  it('reads intensities of the tiles that have them', () => {
    const scanned = aCloud({ heights: [0, 1, 2], intensities: [65_535, 100, 300] });
    const told = pointStatistics(items(scanned, aCloud({ heights: [5] })), 0)!;
    expect([told.intensity!.least, told.intensity!.most]).toEqual([100, 65_535]);
    expect(told.has.intensity).toBe(true);
  });
});
