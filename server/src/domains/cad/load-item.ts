import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { cadItems } from '@overlook/db/schema';
import type { CadItem, cadItemAnswerSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { describeItem, loadItemPath } from './items.ts';
import { missing, openTree, openTreeOf, type TreeOfSite } from './open-tree.ts';

interface ItemInput extends TreeOfSite {
  readonly itemId: number;
}

/** An item with its property tabs. Throws 404 when the site has no such item. */
export async function loadItem(
  ctx: SignedInContext,
  { siteId, captureId, itemId }: ItemInput,
): Promise<z.input<typeof cadItemAnswerSchema>> {
  const tree = await openTreeOf(ctx, { siteId, captureId });
  const [row] = await ctx.db
    .select()
    .from(cadItems)
    .where(and(eq(cadItems.id, itemId), eq(cadItems.treeId, tree.id)));
  if (!row) return missing();
  return { item: describeItem(tree, row), guid: row.guid, metadata: row.metadata };
}

/** An item's property tabs as a JSON string: kept as specified, §7. Throws 404 when the site has no such item. */
export async function loadMetadata(ctx: SignedInContext, input: ItemInput): Promise<{ metadata: string }> {
  const { metadata } = await loadItem(ctx, input);
  return { metadata: JSON.stringify(metadata) };
}

/** An item and its ancestors, root first. Throws 404 when the site has no such item. */
export async function pathTo(
  ctx: SignedInContext,
  { siteId, captureId, itemId }: ItemInput,
): Promise<{ item: CadItem; ancestors: CadItem[] }> {
  return loadItemPath(ctx.db, await openTreeOf(ctx, { siteId, captureId }), itemId);
}

/** The item with a feature of the tiles, and its ancestors; no item where the tree does not have the feature. */
export async function findByFeature(
  ctx: SignedInContext,
  { siteId, captureId, featureId }: TreeOfSite & { featureId: number },
): Promise<{ item: CadItem | null; ancestors: CadItem[] }> {
  const tree = await openTree(ctx, { siteId, captureId });
  if (!tree) return { item: null, ancestors: [] };
  const [row] = await ctx.db
    .select({ id: cadItems.id })
    .from(cadItems)
    .where(and(eq(cadItems.treeId, tree.id), eq(cadItems.batchId, featureId)));
  return row ? loadItemPath(ctx.db, tree, row.id) : { item: null, ancestors: [] };
}
