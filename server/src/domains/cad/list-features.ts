import { and, eq, sql } from 'drizzle-orm';
import { inIds, type Db } from '@overlook/db';
import { cadFacets, cadItems } from '@overlook/db/schema';
import type { z } from 'zod';
import type {
  cadFacetAnswerSchema,
  cadFacetsAnswerSchema,
  cadFacetInputSchema,
  cadFeaturesAnswerSchema,
} from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { missing, openTree, openTreeOf, type OpenTree, type TreeOfSite } from './open-tree.ts';

/** The subtrees of some items, without those that lie in another of them, as ranges of items, ascending. */
export async function subtreesOf(
  db: Db,
  tree: OpenTree,
  itemIds: readonly number[],
): Promise<[from: number, to: number][]> {
  const rows = await db
    .select({ id: cadItems.id, lastId: cadItems.lastId })
    .from(cadItems)
    .where(and(eq(cadItems.treeId, tree.id), inIds(cadItems.id, itemIds)));
  const sorted = rows.sort((a, b) => a.id - b.id);
  const outer: [number, number][] = [];
  for (const { id, lastId } of sorted) if (id > (outer.at(-1)?.[1] ?? 0)) outer.push([id, lastId]);
  return outer;
}

/**
 * All features of some items and of what is below them, as ranges: the database computes them, so that a million
 * features need not be transferred. Items that are not in the tree are left out.
 */
export async function listFeatures(
  ctx: SignedInContext,
  { siteId, captureId, itemIds }: TreeOfSite & { itemIds: readonly number[] },
): Promise<z.input<typeof cadFeaturesAnswerSchema>> {
  const tree = await openTreeOf(ctx, { siteId, captureId });
  const within = await subtreesOf(ctx.db, tree, itemIds);
  if (within.length === 0) return missing();
  const rows = await ctx.db
    .select({ from: sql<number>`min(f)`, to: sql<number>`max(f)` })
    .from(
      sql`(select batch_id as f, batch_id - row_number() over (order by batch_id) as run from cad_items
        join json_to_recordset(${JSON.stringify(within.map(([a, b]) => ({ a, b })))}::text::json) as w(a int, b int)
        on id between a and b where tree_id = ${tree.id} and batch_id is not null) as features`,
    )
    .groupBy(sql`run`)
    .orderBy(sql`1`);
  const ranges = rows.flatMap(({ from, to }) => [from, to]);
  return { ranges, count: rows.reduce((sum, { from, to }) => sum + to - from + 1, 0) };
}

/** The properties that a tree can be coloured by. */
export async function listFacets(
  ctx: SignedInContext,
  { siteId, captureId }: TreeOfSite,
): Promise<z.input<typeof cadFacetsAnswerSchema>> {
  const tree = await openTree(ctx, { siteId, captureId });
  if (!tree) return { facets: [] };
  const facets = await ctx.db
    .select({
      tab: cadFacets.tab,
      property: cadFacets.property,
      valueCount: sql<number>`count(*)::int`,
      featureCount: sql<number>`sum(${cadFacets.featureCount})::int`,
    })
    .from(cadFacets)
    .where(eq(cadFacets.treeId, tree.id))
    .groupBy(cadFacets.propertyIndex, cadFacets.tab, cadFacets.property)
    .orderBy(cadFacets.propertyIndex);
  return { facets };
}

/** The features of each value of a property. Throws 404 when the tree cannot be coloured by it. */
export async function loadFacet(
  ctx: SignedInContext,
  { siteId, captureId, tab, property }: z.output<typeof cadFacetInputSchema>,
): Promise<z.input<typeof cadFacetAnswerSchema>> {
  const tree = await openTreeOf(ctx, { siteId, captureId });
  const values = await ctx.db
    .select({ value: cadFacets.value, featureCount: cadFacets.featureCount, ranges: cadFacets.ranges })
    .from(cadFacets)
    .where(and(eq(cadFacets.treeId, tree.id), eq(cadFacets.tab, tab), eq(cadFacets.property, property)))
    .orderBy(cadFacets.valueIndex);
  return values.length > 0 ? { values } : missing();
}
