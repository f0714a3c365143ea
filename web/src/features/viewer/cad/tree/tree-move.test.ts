import { expect, it } from 'vitest';
import { branch, opened } from './tree-rows.ts';
import { treeMove } from './tree-move.ts';

const tree = opened(branch(null, 3), [1], 5, 2);

it.each([
  ['ArrowRight', 0, true, 'open'],
  ['ArrowRight', 1, true, 2],
  ['ArrowRight', 2, false, 2],
  ['ArrowLeft', 1, true, 'close'],
  ['ArrowLeft', 3, false, 1],
  ['ArrowLeft', 0, true, 0],
  ['ArrowDown', 4, false, 4],
  ['ArrowUp', 4, false, 3],
  ['Home', 3, false, 0],
  ['End', 0, false, 4],
  ['Tab', 0, false, null],
] as const)('%s on row %i leads to %s', (key, row, hasChildren, to) =>
  expect(treeMove(key, { tree, row, hasChildren })).toBe(to),
);
