import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { inIds, type Db } from '@overlook/db';
import { cadItems } from '@overlook/db/schema';
import { type CadItem, cadItemSchema } from '@overlook/shared/schemas';
import { type Mat4, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { z } from 'zod';
import { readableValue } from '../../services/stored-rows.ts';
import { missing, type OpenTree } from './open-tree.ts';

const { metadata: _metadata, labels: _labels, details: _details, ...LISTED } = getTableColumns(cadItems);

/** The columns of an item that lists show, without the long ones. */
type ListedRow = Omit<typeof cadItems.$inferSelect, 'metadata' | 'labels' | 'details'>;

/** Items of a tree, without their long columns. */
export const selectItems = (db: Db, { id }: OpenTree, condition: SQL) =>
  db
    .select(LISTED)
    .from(cadItems)
    .where(and(eq(cadItems.treeId, id), condition));

const boxSchema = z.array(z.number()).length(6).nullable();
const externalTagsSchema = z.array(z.tuple([z.number(), z.string()]));

/** A row in the form of the answer (specification §3). */
export function describeItem({ sources, moveEcef, log }: OpenTree, row: ListedRow): CadItem {
  const read = <Schema extends z.ZodType>(
    column: keyof ListedRow,
    schema: Schema,
    fallback: z.output<Schema>,
  ): z.output<Schema> => readableValue(log, `object ${row.id}, ${column}`, schema, row[column], fallback);
  const box = read('box', boxSchema, null);
  const externalTags = read('externalTags', externalTagsSchema, []).flatMap(([sourceId, tag]) => {
    const source = sources.get(sourceId);
    return source ? [{ sourceId, sourceName: source.name, tag }] : [];
  });
  const [x, y, z, dx, dy, dz] = box ?? [];
  return {
    id: row.id,
    parentId: row.parentId,
    index: row.siblingIndex,
    name: row.name,
    path: row.path,
    batchId: row.batchId,
    hasChildren: row.childCount > 0,
    childCount: row.childCount,
    objectCount: row.objectCount,
    hasExternalMetadata: externalTags.length > 0,
    tags: read('tags', cadItemSchema.shape.tags, []),
    externalTags,
    position: box ? { center: movedCenter([x!, y!, z!], moveEcef), dimensions: { x: dx!, y: dy!, z: dz! } } : null,
  };
}

function movedCenter(center: Vec3, moveEcef: Mat4 | null) {
  const [x, y, z] = moveEcef ? transformPoint(moveEcef, center) : center;
  return { x, y, z };
}

/** Items with their ancestors, by id. */
async function withAncestors(db: Db, tree: OpenTree, ids: readonly number[]): Promise<Map<number, ListedRow>> {
  if (ids.length === 0) return new Map();
  const upwards = sql`${cadItems.id} in (with recursive up(id, parent_id) as (
    select id, parent_id from cad_items as own where ${inIds(sql`own.id`, ids)}
    union select above.id, above.parent_id from cad_items as above join up on above.id = up.parent_id
  ) select id from up)`;
  const rows = await selectItems(db, tree, upwards);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Items in the order of `ids`, each with its ancestors, root first. Items of another tree are left out. */
export async function loadItemPaths(
  db: Db,
  tree: OpenTree,
  ids: readonly number[],
): Promise<{ item: CadItem; ancestors: CadItem[] }[]> {
  const rows = await withAncestors(db, tree, ids);
  const described = new Map(Array.from(rows, ([id, row]) => [id, describeItem(tree, row)]));
  return ids.flatMap((id) => {
    const item = described.get(id);
    if (!item) return [];
    const ancestors: CadItem[] = [];
    for (let above = described.get(item.parentId ?? 0); above; above = described.get(above.parentId ?? 0)) {
      // Rows in a cycle have no root.
      if (ancestors.includes(above)) break;
      ancestors.unshift(above);
    }
    return [{ item, ancestors }];
  });
}

/** The way to one item. Throws 404 when it is not in the tree. */
export async function loadItemPath(
  db: Db,
  tree: OpenTree,
  id: number,
): Promise<{ item: CadItem; ancestors: CadItem[] }> {
  const [way] = await loadItemPaths(db, tree, [id]);
  return way ?? missing();
}
