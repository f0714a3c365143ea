import type { Vec3 } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import type { Bounds } from '../bounds.ts';
import { Bulk } from './bulk.ts';
import { boxAround } from './content-extent.ts';

/** A level square of 20 × 20 points, a metre apart. */
const square = (x: number, z: number): Vec3[] => Array.from({ length: 400 }, (_, i) => [x + (i % 20), i / 20, z]);

function measured(...contents: readonly Vec3[][]) {
  const bulk = new Bulk<number>();
  for (const [i, points] of contents.entries()) bulk.add(boxAround(points), points, i);
  return bulk.measure();
}
const row = Array.from({ length: 10 }, (_, i) => square(20 * i, 100));

describe('the bulk of some contents', () => {
  it('is their exact box where nothing is far from it, however low the lowest lies', () => {
    const box: Bounds = [0, 0, 96, 199, 19.95, 100];
    expect(measured(...row, [[3, 3, 96]])).toEqual({ box, strays: [], below: null });
  });

  it('leaves out a point far below, beside or above the others', () => {
    const noise: Vec3[] = [
      [5, 5, 40],
      [3000, 5, 100],
      [5, 5, 9000],
    ];
    expect(measured([...square(0, 100), ...noise])).toEqual({
      box: [0, 0, 100, 19, 19.95, 100],
      strays: [],
      below: { point: [5, 5, 40], metres: 60 },
    });
  });

  it('keeps all of a layer of few points', () => {
    const few: Vec3[] = [
      [0, 0, 0],
      [1, 0, 0],
      [900, 0, -300],
    ];
    expect(measured(few).box).toEqual([0, 0, -300, 900, 0, 0]);
  });

  it('leaves out one content far away or deep below', () => {
    const { box, strays } = measured(...row, square(40_000, 100));
    expect(box).toEqual([0, 0, 100, 199, 19.95, 100]);
    expect(strays).toMatchObject([{ name: 10, isBelow: false }]);
    expect(strays[0]!.awayM).toBeCloseTo(39_900, -2);
    const deep = measured(...row, square(0, 40));
    expect(deep).toMatchObject({ box, strays: [{ name: 10, awayM: 60, isBelow: true }], below: null });
  });

  it('keeps contents of a long layer, and two that are far apart', () => {
    const pipeline = Array.from({ length: 30 }, (_, i) => square(5000 * i, 100));
    expect(measured(...pipeline).box).toEqual([0, 0, 100, 145_019, 19.95, 100]);
    expect(measured(square(0, 0), square(40_000, 0)).strays).toEqual([]);
  });

  it('keeps contents on a slope', () => {
    const slope = Array.from({ length: 10 }, (_, i) => square(20 * i, 30 * i));
    expect(measured(...slope).box).toEqual([0, 0, 0, 199, 19.95, 270]);
  });
});
