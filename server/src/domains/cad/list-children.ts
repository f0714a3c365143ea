import { and, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '@overlook/db';
import { cadItems } from '@overlook/db/schema';
import { CAD_PAGE_DEFAULT } from '@overlook/shared/config';
import type { cadChildrenInputSchema, cadPageSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { describeItem, selectItems } from './items.ts';
import { missing, openTree, type OpenTree, type TreeOfSite } from './open-tree.ts';

type Page = z.input<typeof cadPageSchema>;

async function findParent(
  db: Db,
  tree: OpenTree,
  condition: SQL,
): Promise<{ id: number; childCount: number } | undefined> {
  const [row] = await db
    .select({ id: cadItems.id, childCount: cadItems.childCount })
    .from(cadItems)
    .where(and(eq(cadItems.treeId, tree.id), condition));
  return row;
}

/** Looked up by place among the siblings, so that the last page costs as much as the first. */
async function page(db: Db, tree: OpenTree, parent: SQL, offset: number, limit: number): Promise<Page['items']> {
  const within = and(parent, gte(cadItems.siblingIndex, offset), lt(cadItems.siblingIndex, offset + limit))!;
  const rows = await selectItems(db, tree, within).orderBy(cadItems.siblingIndex);
  return rows.map((row) => describeItem(tree, row));
}

/** The uppermost items of a site's tree; none where there is no tree. */
export async function listRoots(
  ctx: SignedInContext,
  { siteId, captureId, offset = 0, limit = CAD_PAGE_DEFAULT }: TreeOfSite & { offset?: number; limit?: number },
): Promise<Page> {
  const tree = await openTree(ctx, { siteId, captureId });
  if (!tree) return { items: [], total: 0 };
  const [last] = await ctx.db
    .select({ total: sql<number>`${cadItems.siblingIndex} + 1` })
    .from(cadItems)
    .where(and(eq(cadItems.treeId, tree.id), isNull(cadItems.parentId)))
    .orderBy(sql`${cadItems.siblingIndex} desc`)
    .limit(1);
  const total = last?.total ?? 0;
  return { items: offset < total ? await page(ctx.db, tree, isNull(cadItems.parentId), offset, limit) : [], total };
}

/** One page of the children of an item, named by id or path, in the order delivered. Throws 404 when there is no such item. */
export async function listChildren(
  ctx: SignedInContext,
  { siteId, captureId, itemId, path, offset, limit }: z.output<typeof cadChildrenInputSchema>,
): Promise<Page> {
  const named =
    itemId !== undefined
      ? eq(cadItems.id, itemId)
      : path !== undefined
        ? and(sql`md5(${cadItems.path}) = md5(${path})`, eq(cadItems.path, path))!
        : null;
  if (!named) return listRoots(ctx, { siteId, captureId, offset, limit });
  const tree = (await openTree(ctx, { siteId, captureId })) ?? missing();
  const parent = (await findParent(ctx.db, tree, named)) ?? missing();
  const items =
    offset < parent.childCount ? await page(ctx.db, tree, eq(cadItems.parentId, parent.id), offset, limit) : [];
  return { items, total: parent.childCount };
}
