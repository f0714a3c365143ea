import { asc } from 'drizzle-orm';
import { sites } from '@overlook/db/schema';
import { canViewSite } from '@overlook/shared/permissions';
import type { Site } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';

/** The sites that exist for the caller: those with at least one VIEW permission (specification §6). */
export async function listSites(ctx: SignedInContext): Promise<{ sites: Site[] }> {
  const rows = await ctx.db.select().from(sites).orderBy(asc(sites.name), asc(sites.id));
  return {
    sites: rows.filter((row) => canViewSite(ctx.caller.permissions, row.id)).map(({ createdAt: _, ...site }) => site),
  };
}
