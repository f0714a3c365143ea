import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IDENTITY } from '@overlook/shared/maths';
import { aTree } from '../testing/made-tree.ts';
import { checkTree } from './check-tree.ts';
import { type ItemRow, ItemRows } from './item-row.ts';
import { readTreeItems } from './tree-format.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-shape-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Made {
  id: string;
  parent: string | null;
  name: string;
  featureId: number | null;
}

/** Trees of up to 40 items: each hangs on one before it, or is a root; then the lines are shuffled. */
const trees = fc
  .array(
    fc.record({
      up: fc.nat({ max: 5 }),
      name: fc.oneof(
        fc.constantFrom('A', 'B', 'a/b', '100%', '%2F', 'A%#2'),
        fc.string({ minLength: 1, unit: 'grapheme' }),
      ),
      hasFeature: fc.boolean(),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((items) =>
    items.map(({ up, name, hasFeature }, i): Made => ({
      id: `i${i}`,
      parent: up === 0 || i === 0 ? null : `i${Math.max(0, i - up)}`,
      name: name.replaceAll('\0', '?'),
      featureId: hasFeature ? 1000 - i : null,
    })),
  )
  .chain((items) => fc.shuffledSubarray(items, { minLength: items.length }));

describe('the rows of any tree', () => {
  it('are its subtrees as ranges, its families in order, and unique paths', async () => {
    await fc.assert(
      fc.asyncProperty(trees, async (items) => {
        const file = path.join(folder, 'tree.jsonl');
        await writeFile(file, aTree(items));
        const tree = await checkTree(file, { toEcef: IDENTITY, properties: null });
        const rows = new ItemRows(tree, 500, new Map());
        const made: ItemRow[] = [];
        for await (const { item } of readTreeItems(file)) made.push(rows.row(made.length, item, null));

        const below = (id: string): Made[] =>
          items.filter((one) => one.parent === id).flatMap((one) => [one, ...below(one.id)]);
        expect(made.map((row) => row.id).sort((a, b) => a - b)).toEqual(items.map((_, i) => 500 + i));
        expect(new Set(made.map((row) => row.path)).size).toBe(items.length);
        for (const [i, item] of items.entries()) {
          const row = made[i]!;
          const own = [item, ...below(item.id)];
          const range = made.filter((one) => one.id >= row.id && one.id <= row.last_id);
          expect(range.map((one) => one.name).sort()).toEqual(own.map((one) => one.name).sort());
          expect(row.object_count).toBe(own.filter((one) => one.featureId !== null).length);
          const children = items.filter((one) => one.parent === item.id);
          expect(row.child_count).toBe(children.length);
          const places = children.map((one) => made[items.indexOf(one)]!);
          expect(places.map((one) => one.sibling_index)).toEqual(children.map((_, k) => k));
          for (const child of places) {
            expect(child.parent_id).toBe(row.id);
            expect(child.path.startsWith(`${row.path}/`)).toBe(true);
            expect(child.path.slice(row.path.length + 1)).not.toContain('/');
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
