import { eq } from 'drizzle-orm';
import { cadTrees, externalSources, modelGroups, models } from '@overlook/db/schema';
import { isAllowed } from '@overlook/shared/permissions';
import type { SignedInContext } from '../../context.ts';
import { notFound } from '../../errors.ts';

/** The object tree of a site's project layer. */
export interface OpenTree {
  readonly id: number;
  /** Its items are those numbers, both included. */
  readonly firstItem: number;
  readonly lastItem: number;
  readonly sources: ReadonlyMap<number, { readonly name: string; readonly url: string }>;
}

const NO_SITE = 'There is no such site.';

/**
 * The tree of a site; null where its project layer came without one, or it has no such layer. Throws 404 where the caller
 * may not view CAD there: then there is nothing of that kind for them.
 */
export async function openTree({ db, caller }: SignedInContext, siteId: number): Promise<OpenTree | null> {
  if (!isAllowed(caller.permissions, siteId, 'VIEW:CAD')) throw notFound(NO_SITE);
  const rows = await db
    .select({ tree: cadTrees, source: externalSources })
    .from(cadTrees)
    .innerJoin(models, eq(models.id, cadTrees.modelId))
    .innerJoin(modelGroups, eq(modelGroups.id, models.modelgroupId))
    .leftJoin(externalSources, eq(externalSources.treeId, cadTrees.id))
    .where(eq(modelGroups.siteId, siteId));
  const tree = rows[0]?.tree;
  if (!tree) return null;
  const sources = rows.flatMap(({ source }) => (source ? [[source.id, source] as const] : []));
  const lastItem = tree.firstItem + tree.itemCount - 1;
  return { id: tree.id, firstItem: tree.firstItem, lastItem, sources: new Map(sources) };
}

/** The same where something of a tree is asked for: throws 404 when there is none. */
export async function openTreeOf(ctx: SignedInContext, siteId: number): Promise<OpenTree> {
  return (await openTree(ctx, siteId)) ?? missing();
}

/** 404: what was asked for is not in the tree of this site. */
export function missing(): never {
  throw notFound('There is no such object.');
}
