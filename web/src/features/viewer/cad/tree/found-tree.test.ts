import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CadHit } from '@overlook/shared/schemas';
import { aCadItem } from '../../../../testing/cad-item.ts';
import { foundTree, SECOND_LINE_PX } from './found-tree.ts';
import { rowAt, rowCount, rowOf } from './tree-rows.ts';

const NONE: ReadonlySet<number> = new Set();
/** Parents of objects 1 to 12; ids run from above to below. */
const PARENTS: Record<number, number> = { 2: 1, 3: 2, 4: 2, 5: 1, 6: 5, 7: 5, 9: 8, 10: 9, 11: 9, 12: 8 };
const ALL = Array.from({ length: 12 }, (_, i) => i + 1);
const item = (id: number) =>
  aCadItem({ id, parentId: PARENTS[id] ?? null, name: `Object ${id}`, path: '', batchId: id });
const aboveOf = (id: number): number[] => {
  const parent = PARENTS[id];
  return parent === undefined ? [] : [...aboveOf(parent), parent];
};
const hit = (id: number, where: CadHit['match']['where'] = 'name'): CadHit => ({
  ...item(id),
  ancestors: aboveOf(id).map(item),
  match: { where, tab: null, property: null, text: '' },
});
const idsOf = (found: ReturnType<typeof foundTree>) =>
  Array.from({ length: rowCount(found.tree) }, (_, row) => found.rowOf(rowAt(found.tree, row))!.item.id);

describe('the tree of found objects', () => {
  it('has the hits and their ancestors, each once, in the order of the tree', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ALL)), (ids) => {
        const found = foundTree(
          'x',
          ids.map((id) => hit(id)),
          NONE,
        );
        const shown = [...new Set(ids.flatMap((id) => [...aboveOf(id), id]))].sort((a, b) => a - b);
        expect(idsOf(found)).toEqual(shown);
        expect(found.hits.map(({ id }) => id)).toEqual([...new Set(ids)].sort((a, b) => a - b));
        for (const id of ids) expect(shown[rowOf(found.tree, found.wayTo(id))]).toBe(id);
      }),
    );
  });

  it('distinguishes hits from their ancestors', () => {
    const found = foundTree('x', [hit(6), hit(5)], NONE);
    const rows = idsOf(found).map((_, row) => found.rowOf(rowAt(found.tree, row))!);
    expect(rows.map(({ item: { id }, hit: own, canOpen }) => [id, own !== null, canOpen])).toEqual([
      [1, false, true],
      [5, true, true],
      [6, true, false],
    ]);
  });

  it('omits the descendants of a closed group, and still knows their place', () => {
    const found = foundTree('x', [hit(3), hit(4), hit(7), hit(12)], new Set([2, 8]));
    expect(idsOf(found)).toEqual([1, 2, 5, 7, 8]);
    expect(found.wayTo(4)).toEqual([0, 0, 1]);
    expect(found.hits).toHaveLength(4);
  });

  it('gives rows with a second line the room for it', () => {
    const found = foundTree('x', [hit(3, 'tag'), hit(4), hit(7, 'property'), hit(12, 'path')], new Set([8]));
    expect(idsOf(found)).toEqual([1, 2, 3, 4, 5, 7, 8]);
    const extras = Array.from({ length: 8 }, (_, row) => found.extraBefore(row) / SECOND_LINE_PX);
    expect(extras).toEqual([0, 0, 0, 1, 1, 1, 2, 2]);
  });

  it('is quick with a thousand hits', () => {
    const many = Array.from({ length: 1000 }, (_, i) => ({ ...hit(9), id: i + 13, ancestors: [item(8)], parentId: 8 }));
    expect(rowCount(foundTree('x', many, NONE).tree)).toBe(1001);
  });
});
