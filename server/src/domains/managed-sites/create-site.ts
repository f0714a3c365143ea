import type { z } from 'zod';
import { sites } from '@overlook/db/schema';
import type { createManagedSiteInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import type { SavedSite } from './change-site.ts';
import { loadManagedSite } from './list-managed-sites.ts';
import { assertShortNameFree, shortNameTaken } from './short-names.ts';

/**
 * Adds a site that has neither layers nor a place on the globe: its first import gives it both. Throws 400 for a short name that
 * another site has or had.
 */
export async function createSite(
  ctx: SignedInContext,
  { name, slug, description = '' }: z.output<typeof createManagedSiteInputSchema>,
): Promise<SavedSite> {
  const now = ctx.clock.now();
  const by = { createdAt: now, updatedAt: now, updatedBy: ctx.caller.userId };
  const siteId = await ctx.db.transaction(async (tx) => {
    await assertShortNameFree(tx, slug);
    const [made] = await tx
      .insert(sites)
      .values({ name, slug, description, ...by })
      .onConflictDoNothing()
      .returning({ id: sites.id });
    // Another person has taken it meanwhile.
    if (!made) throw shortNameTaken();
    await recordDone(tx, ctx, { action: 'managedSites.create', subject: `site:${made.id}`, details: { name, slug } });
    return made.id;
  });
  // What people may do at it follows from their roles.
  ctx.access.forget();
  return { status: 'success', site: await loadManagedSite(ctx, siteId) };
}
