import { describe, expect, it } from 'vitest';
import { CORNERS_AT_MOST, filledFeatures } from './area-triangles.ts';
import type { FileFeature } from './file-content.ts';

const area = (positions: number[], holes: number[] = []): FileFeature => ({
  kind: 'area',
  positionsEnu: Float64Array.from(positions),
  holes,
  properties: {},
});
const SQUARE = [0, 0, 5, 4, 0, 5, 4, 4, 5, 0, 4, 5];
const HOLE = [1, 1, 5, 1, 3, 5, 3, 3, 5, 3, 1, 5];
const LINE = { ...area(SQUARE), kind: 'line' } as const;
const contentOf = (...features: FileFeature[]) => ({
  kind: 'features' as const,
  features,
  crsName: '',
  leftOutCount: 0,
  notes: ['A remark.'],
});

/** Area of the triangles from above, square metres. */
function sizeOf(features: readonly FileFeature[], triangles: Uint32Array): number {
  const corners = features.filter(({ kind }) => kind === 'area').flatMap(({ positionsEnu }) => [...positionsEnu]);
  let size = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [...triangles.subarray(i, i + 3)].map((corner) => corners.slice(3 * corner, 3 * corner + 2));
    size += Math.abs((b![0]! - a![0]!) * (c![1]! - a![1]!) - (c![0]! - a![0]!) * (b![1]! - a![1]!)) / 2;
  }
  return size;
}

describe('the triangles of the areas of a file', () => {
  it('cover the areas without their holes, counted through the corners of all areas', () => {
    const content = contentOf(LINE, area(SQUARE), area([...SQUARE, ...HOLE], [12]));
    const { areaTriangles, notes } = filledFeatures(content);
    expect(Math.max(...areaTriangles)).toBe(11);
    expect(sizeOf(content.features, areaTriangles)).toBe(16 + 12);
    expect(notes).toEqual(['A remark.']);
  });

  it('are left out where an area has too many corners, which is said', () => {
    const large = area(Array.from({ length: 3 * (CORNERS_AT_MOST + 1) }, (_, i) => (i * 7919) % 104_729));
    const content = contentOf(large, area(SQUARE));
    const { areaTriangles, notes } = filledFeatures(content);
    expect(areaTriangles).toHaveLength(6);
    expect(Math.min(...areaTriangles)).toBe(CORNERS_AT_MOST + 1);
    expect(notes).toEqual(['A remark.', 'An area has too many corners to be filled: its outline is drawn.']);
  });

  it('are left out for areas after the time of a file', () => {
    let nowMs = 0;
    const slow = () => (nowMs += 15_000);
    const { areaTriangles, notes } = filledFeatures(contentOf(area(SQUARE), area(SQUARE), area(SQUARE)), slow);
    expect([...areaTriangles].every((corner) => corner < 4)).toBe(true);
    expect(notes[1]).toBe('2 areas have too many corners to be filled: their outlines are drawn.');
  });
});
