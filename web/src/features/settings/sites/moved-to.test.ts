import { expect, it } from 'vitest';
import { movedTo } from './moved-to.ts';

const ITEMS = [{ id: 1 }, { id: 2 }, { id: 3 }];

it.each([
  [1, 2, [2, 3, 1]],
  [3, 0, [3, 1, 2]],
  [2, 1, null],
  [1, -1, null],
  [3, 3, null],
  [9, 0, null],
])('moves %i to place %i', (id, to, ids) =>
  expect(movedTo(ITEMS, id, to)?.map((item) => item.id) ?? null).toEqual(ids),
);
