import type { z } from 'zod';
import { MANAGE_SITES_MESSAGES } from '@overlook/shared/messages';
import type { deleteManagedSiteInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, invalid } from '../../errors/app-error.ts';
import { deleteFoundSite } from '../../publish/register/stored-sites.ts';
import { recordDone } from '../../services/audit.ts';
import { lockSite } from '../../services/lock-site.ts';

/**
 * Deletes an archived site with everything that belongs to it. Throws 404; 400 where `name` is not its name; 409 for a
 * site that is not archived, whose viewers would lose it without warning.
 */
export async function removeSite(
  ctx: SignedInContext,
  { siteId, name }: z.output<typeof deleteManagedSiteInputSchema>,
): Promise<{ status: 'success' }> {
  await deleteFoundSite(ctx, async (tx) => {
    const row = await lockSite(tx, siteId);
    if (row.archivedAt === null) throw conflict(MANAGE_SITES_MESSAGES['manageSites.archiveFirst']);
    if (name.trim() !== row.name)
      throw invalid(MANAGE_SITES_MESSAGES['manageSites.wrongName'], {
        name: MANAGE_SITES_MESSAGES['manageSites.wrongName'],
      });
    const details = { name: row.name, slug: row.slug };
    await recordDone(tx, ctx, { action: 'managedSites.delete', subject: `site:${siteId}`, details });
    return row;
  });
  ctx.access.forget();
  return { status: 'success' };
}
