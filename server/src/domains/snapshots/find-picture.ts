import { and, eq, exists, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { modelGroups, photos, sites, snapshots, snapshotUploads } from '@overlook/db/schema';
import { canViewSite, isAllowedAtSite, type PermissionMap } from '@overlook/shared/permissions';
import { z } from 'zod';
import type { Caller, Services } from '../../context.ts';
import { batchLookUps } from '../../services/batch-look-ups.ts';
import { findHomePicture, type HomePicture, picturedLayers, viewableTypes } from './home-pictures.ts';
import { isSeenAvatar } from './site-avatars.ts';
import { isVisible } from './snapshot-rows.ts';

type Asking = Pick<Services, 'db'> & { readonly caller: Caller };

/**
 * Whether the caller may see a picture: of a Place of a site that they may view, of a photo that they may see, or of their own
 * upload that has no Place yet, or the own one of a site that they may view or manage. Pictures of archived snapshots are visible to their owner only.
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
  if (upload) return canViewSite(permissions, upload.siteId);
  return isSeenAvatar(db, caller, filename);
}

/** The address of a site's own picture; null without one that can be loaded. */
export function ownPicture(avatar: unknown): string | null {
  return typeof avatar === 'string' && /^(?:https?:\/\/|\/(?!\/))/.test(avatar) ? avatar : null;
}

/** The snapshots whose pictures may represent a site: Places, and photos where the reader sees them. */
const mayRepresentSite = (seesItsPhotos: SQL): SQL =>
  and(isNotNull(snapshots.filename), isNull(snapshots.archivedAt), or(isNull(snapshots.heightType), seesItsPhotos))!;

const seesPhotos = (permissions: PermissionMap, siteId: number): boolean =>
  isAllowedAtSite(permissions, siteId, 'FEATURE:NEARBYSNAPSHOTS');

/**
 * The picture of a site: the address of its own picture, or its home view in the best layer that the caller may view, or the
 * filename of a random one of its snapshots that they may see, and when it was taken (null where that is not known); null
 * without one.
 */
export async function chooseAvatar(
  { db, caller: { permissions } }: Asking,
  siteId: number,
): Promise<{ url: string } | { home: HomePicture } | { filename: string; takenAt: Date | null } | null> {
  if (!canViewSite(permissions, siteId)) return null;
  const [site] = await db.select({ data: sites.data }).from(sites).where(eq(sites.id, siteId));
  if (!site) return null;
  const url = ownPicture(site.data.avatar);
  if (url !== null) return { url };
  const home = await findHomePicture(db, permissions, siteId);
  if (home) return { home };
  const [random] = await db
    .select({
      filename: snapshots.filename,
      heightType: snapshots.heightType,
      savedAt: snapshots.createdAt,
      takenAt: photos.takenAt,
    })
    .from(snapshots)
    .leftJoin(photos, eq(photos.snapshotId, snapshots.id))
    .where(and(eq(snapshots.siteId, siteId), mayRepresentSite(sql`${seesPhotos(permissions, siteId)}`)))
    .orderBy(sql`random()`)
    .limit(1);
  if (!random?.filename) return null;
  // A Place is saved with the picture of the view at that moment; a photo is imported long after it was taken.
  return { filename: random.filename, takenAt: random.heightType === null ? random.savedAt : random.takenAt };
}

/** True if the site has its own picture, which all its readers may see. */
export const hasOwnPicture = ({ data }: { readonly data: { readonly avatar?: unknown } }): boolean =>
  ownPicture(data.avatar) !== null;

/**
 * Finds those sites that a reader may view for which {@link chooseAvatar} has a picture, besides the sites' own. Requests of readers
 * with the same permissions that arrive together share two statements.
 */
export function pictureLookUp(db: Db): (permissions: PermissionMap) => Promise<ReadonlySet<number>> {
  const ids = (name: string) => sql`(string_to_array(${sql.placeholder(name)}, ',')::int[])`;
  const one = db
    .select({ one: sql`1` })
    .from(snapshots)
    .where(and(eq(snapshots.siteId, sites.id), mayRepresentSite(sql`${snapshots.siteId} = any${ids('photoSiteIds')}`)));
  const bySnapshot = db
    .select({ id: sites.id })
    .from(sites)
    .where(and(sql`${sites.id} = any${ids('siteIds')}`, exists(one)))
    .prepare('sites_with_snapshots');
  const byLayer = picturedLayers(db, sql`${modelGroups.siteId} = any${ids('siteIds')}`).prepare('sites_with_layers');
  const find = async (key: string): Promise<ReadonlySet<number>> => {
    const [viewable, photoSiteIds] = JSON.parse(key) as [[siteId: number, types: number[]][], number[]];
    const siteIds = viewable.map(([siteId]) => siteId).join();
    const [found, layers] = await Promise.all([
      bySnapshot.execute({ siteIds, photoSiteIds: photoSiteIds.join() }),
      byLayer.execute({ siteIds }),
    ]);
    const typesOf = new Map(viewable);
    const viewed = layers.filter(({ siteId, modeltypeId }) => typesOf.get(siteId)!.includes(modeltypeId));
    return new Set([...viewed.map(({ siteId }) => siteId), ...found.map(({ id }) => id)]);
  };
  const lookUp = batchLookUps(async (keys) => {
    const found = keys.map(async (key) => [key, await find(key)] as const);
    return new Map(await Promise.all(found));
  });
  return async (permissions) => {
    const siteIds = Object.keys(permissions)
      .map(Number)
      .filter((id) => id > 0 && canViewSite(permissions, id));
    if (siteIds.length === 0) return new Set();
    const viewable = siteIds.map((id) => [id, viewableTypes(permissions, id)] as const);
    const photoSiteIds = siteIds.filter((id) => seesPhotos(permissions, id));
    return (await lookUp(JSON.stringify([viewable, photoSiteIds]))) ?? new Set();
  };
}
