import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { cadItems } from '@overlook/db/schema';
import type { Vec3 } from '@overlook/shared/maths';
import type { OpenTree } from '../cad/open-tree.ts';
import { OBJECT_BYTES } from './compare-objects.ts';

/** Groups whose children are read at once, and children at once, near or not; other requests run in between. */
const GROUPS_AT_ONCE = 500;
const CHILDREN_AT_ONCE = 10_000;

interface Sphere {
  readonly centerEcef: Vec3;
  /** Metres. */
  readonly radius: number;
}

/** An item with children; null for the roots, which have no parent. */
type Group = readonly [id: number | null, childCount: number];

/** Children that are read at once: those of the groups whose place among their siblings is at least `from` and below `to`. */
interface Portion {
  readonly parents: (number | null)[];
  readonly from: number;
  readonly to: number;
}

/**
 * The children of groups in portions of at most `most`: of several groups together, or a part of one. The embedded database holds
 * the whole server while it looks at them, however few of them are near.
 */
export function* portionsOf(groups: readonly Group[], most = CHILDREN_AT_ONCE): Generator<Portion> {
  let [parents, children]: [(number | null)[], number] = [[], 0];
  for (const [id, childCount] of groups) {
    if (parents.length === GROUPS_AT_ONCE || (parents.length > 0 && children + childCount > most)) {
      yield { parents, from: 0, to: most };
      [parents, children] = [[], 0];
    }
    if (childCount > most)
      for (let from = 0; from < childCount; from += most) yield { parents: [id], from, to: from + most };
    else {
      parents.push(id);
      children += childCount;
    }
  }
  if (parents.length > 0) yield { parents, from: 0, to: most };
}

/**
 * Objects with geometry of their own whose boxes may reach into a sphere, as bytes: rows would take the driver several times as
 * long. From the roots downwards, only descendants of items near the sphere are read, because the box of an item contains its
 * descendants. Null where there are more than `most`. Throws the reason of `ended` when nobody waits any more.
 */
export async function nearObjects(
  { db, ended }: { readonly db: Db; readonly ended: AbortSignal },
  { tree, sphere, most }: { readonly tree: OpenTree; readonly sphere: Sphere; readonly most: number },
): Promise<Uint8Array | null> {
  const found: Uint8Array[] = [];
  let bytes = 0;
  let level: readonly Group[] = [[null, await rootCount(db, tree)]];
  while (level.length > 0) {
    const below: Group[] = [];
    for (const portion of portionsOf(level)) {
      ended.throwIfAborted();
      const { objects, groups } = await readChildren(db, tree, sphere, portion);
      found.push(objects);
      bytes += objects.byteLength;
      if (bytes > most * OBJECT_BYTES) return null;
      for (const group of groups) below.push(group);
    }
    level = below;
  }
  return Buffer.concat(found);
}

async function rootCount(db: Db, tree: OpenTree): Promise<number> {
  const { treeId, parentId, siblingIndex } = cadItems;
  const [last] = await db
    .select({ siblingIndex })
    .from(cadItems)
    .where(and(eq(treeId, tree.id), isNull(parentId)))
    .orderBy(desc(siblingIndex))
    .limit(1);
  return last ? last.siblingIndex + 1 : 0;
}

async function readChildren(
  db: Db,
  tree: OpenTree,
  sphere: Sphere,
  { parents, from, to }: Portion,
): Promise<{ objects: Uint8Array; groups: Group[] }> {
  const [x, y, z] = sphere.centerEcef.map((value) => sql`${value}::double precision`);
  const reach = sql`${sphere.radius}::double precision + sqrt(box[4] * box[4] + box[5] * box[5] + box[6] * box[6]) / 2`;
  // A group without geometry has no box.
  const isNear = sql`(box is null or sqrt((box[1] - ${x}) ^ 2 + (box[2] - ${y}) ^ 2 + (box[3] - ${z}) ^ 2) <= ${reach})`;
  const isChild =
    parents[0] === null
      ? sql`parent_id is null`
      : // An array and not `inIds`: with a join, the planner reads the whole tree for a part of its groups.
        sql`parent_id = any(${`{${parents.join(',')}}`}::text::int[])`;
  const numbers = [1, 2, 3, 4, 5, 6].map((at) => sql.raw(`float8send(box[${at}])`));
  const [read] = await db
    .select({
      objects: sql<Uint8Array>`coalesce(string_agg(int4send(id) || ${sql.join(numbers, sql` || `)}, ''::bytea)
        filter (where batch_id is not null and box is not null), ''::bytea)`,
      groups: sql<Group[]>`coalesce(json_agg(json_build_array(id, child_count)) filter (where child_count > 0), '[]')`,
    })
    .from(cadItems)
    .where(
      sql`tree_id = ${tree.id} and ${isChild} and sibling_index >= ${from} and sibling_index < ${to} and ${isNear}`,
    );
  return read!;
}
