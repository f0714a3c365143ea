import { isAllowedAtSite, type PermissionToken } from '@overlook/shared/permissions';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';
import { findSiteId } from '../sites/list-sites.ts';

/**
 * The id of the site with this slug, when the caller holds one of the tokens there. Otherwise throws 404, also for an
 * existing site: what a user may not see does not exist for that user.
 */
export async function findSite(
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
  slug: string,
  tokens: readonly PermissionToken[],
): Promise<number> {
  const siteId = await findSiteId(db, slug);
  if (siteId === null || !tokens.some((token) => isAllowedAtSite(caller.permissions, siteId, token)))
    throw notFound(ADMIN_MESSAGES['site.unknown']);
  return siteId;
}
