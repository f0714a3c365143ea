import { sites } from '@overlook/db/schema';
import { canViewSite, isAllowedAtSite } from '@overlook/shared/permissions';
import type { InstanceStatus } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { bytesOfSite } from '../../services/site-names.ts';
import type { StorageUse } from '../../services/health/storage-use.ts';

type SiteSizes = Extract<InstanceStatus['storage'], { isKnown: true }>['sites'];

/**
 * Bytes of the models of each site that the caller may view or manage, under its present and former short names; archived ones
 * included, because they keep their files. Largest first.
 */
export async function siteSizes(
  { db, caller: { permissions } }: Pick<SignedInContext, 'db' | 'caller'>,
  use: StorageUse | null,
): Promise<SiteSizes> {
  const rows = await db
    .select({
      id: sites.id,
      slug: sites.slug,
      formerSlugs: sites.formerSlugs,
      name: sites.name,
      archivedAt: sites.archivedAt,
    })
    .from(sites)
    .orderBy(sites.name, sites.id);
  return rows
    .filter(({ id }) => canViewSite(permissions, id) || isAllowedAtSite(permissions, id, 'SITES:MANAGE'))
    .map(({ id, slug, formerSlugs, name, archivedAt }) => ({
      id,
      slug,
      name,
      bytes: use && bytesOfSite(use, { slug, formerSlugs }),
      isArchived: archivedAt !== null,
    }))
    .toSorted((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0));
}
