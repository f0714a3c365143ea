import { describe, expect, it } from 'vitest';
import { clipLine, NUDGE_M } from './cut-triangles.ts';
import { stitchLines } from './stitch-lines.ts';
import { cutsAt, prism } from './testing/made-cuts.ts';

const SQUARE = [
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
];
const sorted = (points: readonly (readonly [number, number])[]) =>
  points
    .map(([x, y]) => [Math.round(x * 1000) / 1000, Math.round(y * 1000) / 1000])
    .toSorted(([a, b], [c, d]) => a! - c! || b! - d!);

describe('a plane through triangles', () => {
  const cube = prism(4, Math.SQRT2, 2);

  it('cuts a cube in one closed square of four corners', () => {
    const { cuts, lying } = cutsAt(cube, 0.7);
    const lines = stitchLines(cuts);
    expect(lying).toBe(0);
    expect(lines).toHaveLength(1);
    expect(lines[0]!.isClosed).toBe(true);
    expect(sorted(lines[0]!.points)).toEqual(SQUARE);
  });

  it('cuts a cylinder in a circle within the chord error of its facets', () => {
    const [line, ...rest] = stitchLines(cutsAt(prism(96, 8, 12), 6).cuts);
    expect(rest).toEqual([]);
    expect(line!.points).toHaveLength(96);
    for (const [x, y] of line!.points) expect(Math.hypot(x, y)).toBeCloseTo(8, 9);
  });

  it('gives nothing beside the triangles, and for a coordinate that is no number', () => {
    expect(cutsAt(cube, 2.5)).toEqual({ cuts: [], lying: 0 });
    expect(cutsAt(cube, -0.1)).toEqual({ cuts: [], lying: 0 });
    const broken = { positions: Float64Array.of(0, 0, NaN, 1, 0, 1, 0, 1, -1), corners: Uint32Array.of(0, 1, 2) };
    expect(cutsAt(broken, 0).cuts).toEqual([]);
  });

  it('counts faces in the plane, and gives one line when it is moved off them', () => {
    expect(cutsAt(cube, 0).lying).toBe(2);
    expect(cutsAt(cube, 2).lying).toBe(2);
    const { cuts, lying } = cutsAt(cube, NUDGE_M);
    expect(lying).toBe(0);
    expect(sorted(stitchLines(cuts)[0]!.points)).toEqual(SQUARE);
  });

  it('leaves the line of an open surface open', () => {
    const { positions, corners } = cube;
    const [line] = stitchLines(cutsAt({ positions, corners: corners.slice(6) }, 1).cuts);
    expect(line!.isClosed).toBe(false);
    expect(sorted(line!.points)).toEqual(SQUARE);
  });

  it('draws faces that are there twice once', () => {
    const { positions, corners } = cube;
    const twice = Uint32Array.from([...corners, ...corners]);
    expect(stitchLines(cutsAt({ positions, corners: twice }, 1).cuts)).toHaveLength(1);
  });
});

describe('clipLine', () => {
  it('keeps the part inside the window', () => {
    expect(clipLine([-3, 0, 3, 0], [1, 2])).toEqual([-1, 0, 1, 0]);
    expect(clipLine([0.2, 0.1, 0.4, -0.1], [1, 2])).toEqual([0.2, 0.1, 0.4, -0.1]);
  });

  it('gives nothing outside', () => {
    expect(clipLine([-3, 3, 3, 3], [1, 2])).toBeNull();
    expect(clipLine([2, -3, 2, 3], [1, 2])).toBeNull();
  });
});
