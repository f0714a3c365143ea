import { expect, it } from 'vitest';
import { internedAxes, internedColor } from './interned.ts';

const matrix = (scale: number, x: number) => [scale, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];

it('returns one object for the rotation and scale of equal matrices at any position', () => {
  const axes = internedAxes(matrix(2, 5));
  expect([...axes]).toEqual([2, 0, 0, 0, 1, 0, 0, 0, 1]);
  expect(internedAxes(matrix(2, 700))).toBe(axes);
  expect(internedAxes(matrix(2 + 1e-12, 5))).toBe(axes);
  expect(internedAxes(matrix(2.001, 5))).not.toBe(axes);
});

it('returns one object for equal colours', () => {
  const color = internedColor([0.25, 0.5, 0.75, 1]);
  expect([...color]).toEqual([0.25, 0.5, 0.75, 1]);
  expect(internedColor([0.25, 0.5, 0.75, 1])).toBe(color);
  expect(internedColor([0.25, 0.5, 0.75, 0.5])).not.toBe(color);
});

it('clears the colours when there are too many to be shared', () => {
  const first = internedColor([7, 7, 7, 1]);
  for (let i = 0; i < 1024; i++) internedColor([i, 8, 8, 1]);
  const again = internedColor([7, 7, 7, 1]);
  expect(again).not.toBe(first);
  expect([...again]).toEqual([...first]);
});
