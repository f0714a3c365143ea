import { and, gt, type SQL, sql } from 'drizzle-orm';
import { inIds, type Db } from '@overlook/db';
import { cadItems } from '@overlook/db/schema';
import { fitsLabels, isInTree } from './fits.ts';
import { subtreesOf } from './list-features.ts';
import type { OpenTree } from './open-tree.ts';

/**
 * The ancestors that an item must have: for each list of words a group whose name, tags or GUID has all the words, root
 * first.
 */
export type Above = readonly (readonly string[])[];

/** Items that one statement checks where both they and the groups above are many. */
const WALKED_AT_ONCE = 2000;

/** Numbers of items of a tree that meet a condition, ascending. Where there are more than `most`, the database chooses which. */
export async function findIds(db: Db, tree: OpenTree, condition: SQL, most: number): Promise<number[]> {
  const rows = await db
    .select({ id: cadItems.id })
    .from(cadItems)
    .where(and(isInTree(tree), condition))
    .limit(most);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/**
 * The same by the indexes alone. For two common words the planner assumes that many items have both, and reads all items
 * where none has; intersecting the index lists in memory shows quickly that they have no item in common.
 */
export async function findIdsByIndex(db: Db, tree: OpenTree, condition: SQL, most: number): Promise<number[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
      set_config('work_mem', '32MB', true)`);
    return findIds(tx, tree, condition, most);
  });
}

/**
 * Items that meet a condition and lie below the required groups, ascending, at most `most`. The smaller set decides the
 * method: few items are checked by their ancestors, few groups by their descendants.
 */
export async function findInPlace(
  db: Db,
  tree: OpenTree,
  { above, own, most }: { above: Above; own: SQL; most: number },
): Promise<number[]> {
  const found = await findIds(db, tree, own, most);
  const nearest = above.at(-1);
  if (!nearest) return found;
  if (found.length < most) return thoseBelow(db, tree, found, above);
  // The form of the index of groups.
  const isGroup = sql`${cadItems.childCount} > 0`;
  const groups = await findIds(db, tree, and(isGroup, fitsLabels(nearest, tree))!, most);
  if (groups.length === most) return walk(db, tree, { above, own, most });
  return findWithin(db, tree, { own, most, groups: await thoseBelow(db, tree, groups, above.slice(0, -1)) });
}

async function findWithin(
  db: Db,
  tree: OpenTree,
  { groups, own, most }: { groups: readonly number[]; own: SQL; most: number },
): Promise<number[]> {
  const within = await subtreesOf(db, tree, groups);
  const rows = await db
    .select({ id: sql<number>`found.id` })
    .from(
      sql`json_to_recordset(${JSON.stringify(within.map(([a, b]) => ({ a, b })))}::text::json) as w(a int, b int)
        cross join lateral (select id from ${cadItems} where id > w.a and id <= w.b and ${own} limit ${most}) as found`,
    )
    .limit(most);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

async function walk(
  db: Db,
  tree: OpenTree,
  { above, own, most }: { above: Above; own: SQL; most: number },
): Promise<number[]> {
  const found: number[] = [];
  let after = tree.firstItem - 1;
  while (found.length < most && after < tree.lastItem) {
    const rows = await db
      .select({ id: cadItems.id })
      .from(cadItems)
      .where(and(isInTree(tree), gt(cadItems.id, after), own))
      .orderBy(cadItems.id)
      .limit(WALKED_AT_ONCE);
    const ids = rows.map(({ id }) => id);
    found.push(...(await thoseBelow(db, tree, ids, above)));
    after = ids.length < WALKED_AT_ONCE ? tree.lastItem : ids.at(-1)!;
  }
  return found.slice(0, most);
}

async function thoseBelow(db: Db, tree: OpenTree, ids: readonly number[], above: Above): Promise<number[]> {
  if (above.length === 0 || ids.length === 0) return [...ids];
  const rows = await db
    .select({ id: sql<number>`id`, parentId: sql<number | null>`parent_id`, labels: sql<string>`labels` })
    .from(
      sql`(with recursive up(id, parent_id, labels) as (
        select id, parent_id, '' from cad_items as own where ${inIds(sql`own.id`, ids)}
        union select above.id, above.parent_id, above.labels from cad_items as above join up on above.id = up.parent_id
      ) select * from up) as up`,
    );
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.filter((id) => {
    let left = above.length;
    // Going upwards, each list is matched by the nearest group that has its words, because that leaves the most groups
    // for the remaining lists.
    for (let at = known.get(id)?.parentId ?? null; at !== null && left > 0; at = known.get(at)?.parentId ?? null)
      if (above[left - 1]!.every((word) => known.get(at!)?.labels.includes(word))) left--;
    return left === 0;
  });
}
