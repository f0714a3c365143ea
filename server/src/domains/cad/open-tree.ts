import { eq } from 'drizzle-orm';
import { cadTrees, externalSources, modelGroups, models } from '@overlook/db/schema';
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

/**
 * The tree of a site; null where its project layer came without one, or it has no such layer. Whether the caller may view
 * it has been asked before (`withPermissionAtSite`).
 */
export async function openTree({ db }: SignedInContext, siteId: number): Promise<OpenTree | null> {
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
