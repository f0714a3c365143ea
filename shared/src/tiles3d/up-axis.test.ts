import { expect, it } from 'vitest';
import { transformDirection } from '../maths/matrix.ts';
import { cross } from '../maths/vector.ts';
import { readUpAxis, upAxisMatrix } from './up-axis.ts';

const AXES = { X: [1, 0, 0], Y: [0, 1, 0], Z: [0, 0, 1] } as const;

it.each(['X', 'Y', 'Z'] as const)('the %s axis of a glTF becomes the up axis of its tile, by a turn', (axis) => {
  const matrix = upAxisMatrix(axis);
  expect(transformDirection(matrix, AXES[axis])).toEqual([0, 0, 1]);
  const [x, y, z] = [AXES.X, AXES.Y, AXES.Z].map((one) => transformDirection(matrix, one));
  expect(cross(x!, y!)).toEqual(z);
});

it.each([
  ['x', 'X'],
  ['Z', 'Z'],
  ['y', 'Y'],
  ['w', 'Y'],
  [undefined, 'Y'],
  [2, 'Y'],
] as const)('gltfUpAxis %j is %s', (declared, axis) => {
  expect(readUpAxis(declared)).toBe(axis);
});
