import { expect, it } from 'vitest';
import { type Bounds, boundsOf, centreOf, diagonal, EMPTY, sidesOf, union, volumeBox } from './bounds.ts';

const BOX: Bounds = [1, -2, 3, 4, 2, 15];

it('a box has a centre, sides and a diagonal', () => {
  expect(centreOf(BOX)).toEqual([2.5, 0, 9]);
  expect(sidesOf(BOX)).toEqual([3, 4, 12]);
  expect(diagonal(BOX)).toBe(13);
});

it('the box of positions holds all of them, and joins others', () => {
  expect(boundsOf(new Float32Array([1, 2, 3, -1, 5, 3]))).toEqual([-1, 2, 3, 1, 5, 3]);
  expect(union(EMPTY, BOX)).toEqual(BOX);
  expect(union(BOX, [0, 0, 0, 9, 0, 4])).toEqual([0, -2, 0, 9, 2, 15]);
});

it('the box of a bounding volume has half axes that are 2 mm longer', () => {
  expect(volumeBox(BOX)).toEqual([2.5, 0, 9, 1.502, 0, 0, 0, 2.002, 0, 0, 0, 6.002]);
});
