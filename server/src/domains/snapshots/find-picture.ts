import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { sites, snapshots, snapshotUploads } from '@overlook/db/schema';
import { canViewSite, isAllowedAtSite } from '@overlook/shared/permissions';
import { z } from 'zod';
import type { Caller, Services } from '../../context.ts';
import { isVisible } from './snapshot-rows.ts';

type Asking = Pick<Services, 'db'> & { readonly caller: Caller };

/**
 * Whether the caller may see a picture: that of a Place of a site that they may view or of a photo that exists for them, an
 * archived one of their own only, or an upload of theirs that waits for its Place.
 */
export async function maySeePicture({ db, caller }: Asking, filename: string): Promise<boolean> {
  const { userId, permissions } = caller;
  const rows = await db
    .select({
      siteId: snapshots.siteId,
      heightType: snapshots.heightType,
      archivedAt: snapshots.archivedAt,
      createdBy: snapshots.createdBy,
    })
    .from(snapshots)
    .where(eq(snapshots.filename, filename));
  if (rows.length > 0)
    return rows.some(
      ({ archivedAt, createdBy, ...row }) =>
        isVisible(permissions, row) && (archivedAt === null || createdBy === userId),
    );
  if (!z.uuid().safeParse(filename).success) return false;
  const [upload] = await db
    .select({ siteId: snapshotUploads.siteId })
    .from(snapshotUploads)
    .where(and(eq(snapshotUploads.uuid, filename), eq(snapshotUploads.userId, userId)));
  return upload !== undefined && canViewSite(permissions, upload.siteId);
}

/**
 * The picture of a site: the address of its own picture, or the filename of a random one of its snapshots that the
 * caller may see; null without one.
 */
export async function chooseAvatar(
  { db, caller }: Asking,
  siteId: number,
): Promise<{ url: string } | { filename: string } | null> {
  if (!canViewSite(caller.permissions, siteId)) return null;
  const [site] = await db.select({ data: sites.data }).from(sites).where(eq(sites.id, siteId));
  if (!site) return null;
  const own: unknown = site.data.avatar;
  if (typeof own === 'string' && /^(?:https?:\/\/|\/(?!\/))/.test(own)) return { url: own };
  const [random] = await db
    .select({ filename: snapshots.filename })
    .from(snapshots)
    .where(
      and(
        eq(snapshots.siteId, siteId),
        isNotNull(snapshots.filename),
        isNull(snapshots.archivedAt),
        isAllowedAtSite(caller.permissions, siteId, 'FEATURE:NEARBYSNAPSHOTS')
          ? undefined
          : isNull(snapshots.heightType),
      ),
    )
    .orderBy(sql`random()`)
    .limit(1);
  return random?.filename ? { filename: random.filename } : null;
}
