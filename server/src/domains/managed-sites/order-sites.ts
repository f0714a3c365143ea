import { inArray, isNotNull, sql } from 'drizzle-orm';
import { sites } from '@overlook/db/schema';
import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';

/**
 * Puts the sites into this order, in all lists; those that it does not name follow by name. It is no new version of a site, so forms
 * that are open stay valid. Unknown ids, as of a site that was deleted meanwhile, are left out.
 */
export async function orderSites(
  ctx: SignedInContext,
  { siteIds }: { siteIds: readonly number[] },
): Promise<{ status: 'success' }> {
  await ctx.db.transaction(async (tx) => {
    // In one order for all, so that two orderings at the same time do not wait for each other.
    await tx.select({ id: sites.id }).from(sites).orderBy(sites.id).for('update');
    await tx.update(sites).set({ sortOrder: null }).where(isNotNull(sites.sortOrder));
    if (siteIds.length > 0)
      await tx
        .update(sites)
        .set({ sortOrder: sql`array_position(${sql.param(`{${siteIds.join()}}`)}::int[], ${sites.id})` })
        .where(inArray(sites.id, [...siteIds]));
    await recordDone(tx, ctx, { action: 'managedSites.order', details: { siteIds } });
  });
  return { status: 'success' };
}
