import { asc } from 'drizzle-orm';
import { modelGroups } from '@overlook/db/schema';
import { canViewSite } from '@overlook/shared/permissions';
import type { ModelGroup } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';

/** The model groups of the sites that exist for the caller. */
export async function listModelGroups(ctx: SignedInContext): Promise<{ modelgroups: ModelGroup[] }> {
  const rows = await ctx.db.select().from(modelGroups).orderBy(asc(modelGroups.id));
  return { modelgroups: rows.filter((row) => canViewSite(ctx.caller.permissions, row.siteId)) };
}
