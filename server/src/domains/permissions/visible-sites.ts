import type { Db } from '@overlook/db';
import { sites } from '@overlook/db/schema';
import { canViewSite, GLOBAL_SITE_ID, type PermissionMap } from '@overlook/shared/permissions';

/** Where somebody may read and give answers: global scope and the sites that exist for them. */
export async function visibleScopes(db: Db, permissions: PermissionMap): Promise<ReadonlySet<number>> {
  const rows = await db.select({ id: sites.id }).from(sites);
  return new Set([GLOBAL_SITE_ID, ...rows.map((row) => row.id).filter((id) => canViewSite(permissions, id))]);
}
