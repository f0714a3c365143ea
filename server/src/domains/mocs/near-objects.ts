import { sql } from 'drizzle-orm';
import { batches, type Db } from '@overlook/db';
import { cadItems } from '@overlook/db/schema';
import type { Vec3 } from '@overlook/shared/maths';
import type { OpenTree } from '../cad/open-tree.ts';
import { OBJECT_BYTES } from './compare-objects.ts';

/** Groups whose children are read at once, and children at once; other requests run in between. */
const GROUPS_AT_ONCE = 500;
const ITEMS_AT_ONCE = 10_000;

interface Sphere {
  readonly centerEcef: Vec3;
  /** Metres. */
  readonly radius: number;
}

interface ReadItems {
  readonly objects: Uint8Array;
  readonly groups: number[];
  readonly last: number | null;
  readonly count: number;
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
  let level: readonly (number | null)[] = [null];
  while (level.length > 0) {
    const below: number[] = [];
    for (const parents of batches(level, GROUPS_AT_ONCE))
      for (let after: number | null = 0; after !== null;) {
        ended.throwIfAborted();
        const { objects, groups, last, count } = await readChildren(db, tree, { sphere, parents, after });
        found.push(objects);
        bytes += objects.byteLength;
        if (bytes > most * OBJECT_BYTES) return null;
        for (const group of groups) below.push(group);
        after = count < ITEMS_AT_ONCE ? null : last;
      }
    level = below;
  }
  return Buffer.concat(found);
}

async function readChildren(
  db: Db,
  tree: OpenTree,
  { sphere, parents, after }: { sphere: Sphere; parents: readonly (number | null)[]; after: number },
): Promise<ReadItems> {
  const [x, y, z] = sphere.centerEcef.map((value) => sql`${value}::double precision`);
  const reach = sql`${sphere.radius}::double precision + sqrt(box[4] * box[4] + box[5] * box[5] + box[6] * box[6]) / 2`;
  // A group without geometry has no box.
  const isNear = sql`(box is null or sqrt((box[1] - ${x}) ^ 2 + (box[2] - ${y}) ^ 2 + (box[3] - ${z}) ^ 2) <= ${reach})`;
  const isChild =
    parents[0] === null
      ? sql`parent_id is null`
      : sql`parent_id in (select value::int from json_array_elements_text(${JSON.stringify(parents)}::text::json))`;
  const numbers = [1, 2, 3, 4, 5, 6].map((at) => sql.raw(`float8send(box[${at}])`));
  const [read] = await db
    .select({
      objects: sql<Uint8Array>`coalesce(string_agg(int4send(id) || ${sql.join(numbers, sql` || `)}, ''::bytea)
        filter (where batch_id is not null and box is not null), ''::bytea)`,
      groups: sql<number[]>`coalesce(json_agg(id) filter (where child_count > 0), '[]')`,
      last: sql<number | null>`max(id)`,
      count: sql<number>`count(*)::int`,
    })
    .from(
      sql`(select id, child_count, batch_id, box from ${cadItems}
        where tree_id = ${tree.id} and ${isChild} and id > ${after} and ${isNear} order by id limit ${ITEMS_AT_ONCE}) as near`,
    );
  return read!;
}
