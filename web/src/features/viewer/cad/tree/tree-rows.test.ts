import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Branch,
  type Way,
  branch,
  closed,
  isOpen,
  opened,
  openedTo,
  rowAt,
  rowCount,
  rowOf,
  treeOf,
} from './tree-rows.ts';

it('begins with a single root open, and with several closed', () => {
  const root = { id: 7, childCount: 3 };
  expect(rowCount(treeOf({ items: [root], total: 1 }))).toBe(4);
  expect(rowCount(treeOf({ items: [root, root], total: 2 }))).toBe(2);
  expect(rowCount(treeOf({ items: [{ id: 7, childCount: 0 }], total: 1 }))).toBe(1);
  expect(rowCount(treeOf({ items: [], total: 0 }))).toBe(0);
});

/** The rows of a tree as a list: the expected result of the counting. */
const written = (at: Branch, above: Way = []): Way[] =>
  Array.from({ length: at.count }, (_, index) => {
    const way = [...above, index];
    const child = at.open.get(index);
    return child ? [way, ...written(child, way)] : [way];
  }).flat();

const anyTree = fc
  .tuple(
    fc.integer({ min: 1, max: 6 }),
    fc.array(fc.tuple(fc.nat(30), fc.integer({ min: 0, max: 5 })), { maxLength: 8 }),
  )
  .map(([roots, steps]) =>
    steps.reduce(
      (tree, [at, count], id) => {
        const rows = written(tree);
        const way = rows[at % rows.length]!;
        return opened(tree, way, id, count);
      },
      branch(null, roots),
    ),
  );

describe('rows of the object tree', () => {
  it('are counted as they would be written out', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const ways = written(tree);
        expect(rowCount(tree)).toBe(ways.length);
        expect(ways.map((_, row) => rowAt(tree, row).way)).toEqual(ways);
        expect(ways.map((way) => rowOf(tree, way))).toEqual(ways.map((_, row) => row));
      }),
    );
  });

  it('know whose child they are', () => {
    const tree = opened(branch(null, 3), [1], 77, 2);
    expect(rowAt(tree, 3)).toMatchObject({ parent: { itemId: 77 }, index: 1, way: [1, 1] });
    expect(rowAt(tree, 4)).toMatchObject({ parent: { itemId: null }, index: 2 });
    expect(() => rowAt(tree, 5)).toThrow(RangeError);
    expect(() => rowAt(tree, -1)).toThrow(RangeError);
  });

  it('are few steps away among a million siblings', () => {
    const tree = opened(branch(null, 1_000_000), [499_999], 5, 100_000);
    expect(rowCount(tree)).toBe(1_100_000);
    expect(rowAt(tree, 1_099_999).way).toEqual([999_999]);
    expect(rowOf(tree, [499_999, 99_999])).toBe(599_999);
  });

  it('open down to an object, keeping what is open, and close again', () => {
    const before = opened(branch(null, 2), [0], 10, 4);
    const tree = openedTo(before, [
      { index: 0, id: 10, childCount: 4 },
      { index: 2, id: 12, childCount: 3 },
    ]);
    expect([isOpen(tree, [0]), isOpen(tree, [0, 2]), isOpen(tree, [1])]).toEqual([true, true, false]);
    expect(rowOf(tree, [0, 2, 1])).toBe(5);
    expect(rowCount(closed(tree, [0, 2]))).toBe(6);
    expect(rowCount(closed(tree, [0]))).toBe(2);
    expect(closed(tree, [1, 1])).toBe(tree);
  });
});
