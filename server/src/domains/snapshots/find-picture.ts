import { and, eq, exists, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { photos, sites, snapshots, snapshotUploads } from '@overlook/db/schema';
import { canViewSite, isAllowedAtSite, type PermissionMap } from '@overlook/shared/permissions';
import { z } from 'zod';
import type { Caller, Services } from '../../context.ts';
import { batchLookUps } from '../../services/batch-look-ups.ts';
import { findHomePicture, type HomePicture, listPicturedLayers, viewableTypes } from './home-pictures.ts';
import { isVisible } from './snapshot-rows.ts';

type Asking = Pick<Services, 'db'> & { readonly caller: Caller };

/**
 * Whether the caller may see a picture: of a Place of a site that they may view, of a photo that they may see, or of their own
 * upload that has no Place yet. Pictures of archived snapshots are visible to their owner only.
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

/** The address of a site's own picture; null without one that can be loaded. */
function ownPicture(avatar: unknown): string | null {
  return typeof avatar === 'string' && /^(?:https?:\/\/|\/(?!\/))/.test(avatar) ? avatar : null;
}

/** The snapshots whose pictures may represent a site: Places, and photos of the sites `photoSiteIds`. */
const mayRepresentSite = (photoSiteIds: number[]): SQL =>
  and(
    isNotNull(snapshots.filename),
    isNull(snapshots.archivedAt),
    or(isNull(snapshots.heightType), inArray(snapshots.siteId, photoSiteIds)),
  )!;

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
  const photoSiteIds = seesPhotos(permissions, siteId) ? [siteId] : [];
  const [random] = await db
    .select({
      filename: snapshots.filename,
      heightType: snapshots.heightType,
      savedAt: snapshots.createdAt,
      takenAt: photos.takenAt,
    })
    .from(snapshots)
    .leftJoin(photos, eq(photos.snapshotId, snapshots.id))
    .where(and(eq(snapshots.siteId, siteId), mayRepresentSite(photoSiteIds)))
    .orderBy(sql`random()`)
    .limit(1);
  if (!random?.filename) return null;
  // A Place is saved with the picture of the view at that moment; a photo is imported long after it was taken.
  return { filename: random.filename, takenAt: random.heightType === null ? random.savedAt : random.takenAt };
}

interface ShownSite {
  readonly id: number;
  readonly data: { readonly avatar?: unknown };
}

/**
 * Finds those of some sites, which the reader may view, for which {@link chooseAvatar} has a picture. Requests of readers with the
 * same permissions that arrive together share a statement.
 */
export function pictureLookUp(
  db: Db,
): (permissions: PermissionMap, shown: readonly ShownSite[]) => Promise<ReadonlySet<number>> {
  const lookUp = batchLookUps(async (keys) => {
    const found = keys.map(async (key) => [key, await findPictures(db, key)] as const);
    return new Map(await Promise.all(found));
  });
  return async (permissions, shown) => {
    const own = shown.filter(({ data }) => ownPicture(data.avatar) !== null).map(({ id }) => id);
    const others = shown.map(({ id }) => id).filter((id) => !own.includes(id));
    if (others.length === 0) return new Set(own);
    const photoSiteIds = others.filter((id) => seesPhotos(permissions, id));
    const viewable = others.map((id) => [id, viewableTypes(permissions, id)] as const);
    return new Set([...own, ...((await lookUp(JSON.stringify([viewable, photoSiteIds]))) ?? [])]);
  };
}

async function findPictures(db: Db, key: string): Promise<number[]> {
  const [viewable, photoSiteIds] = JSON.parse(key) as [[siteId: number, types: number[]][], number[]];
  const siteIds = viewable.map(([siteId]) => siteId);
  const typesOf = new Map(viewable);
  const one = db
    .select({ one: sql`1` })
    .from(snapshots)
    .where(and(eq(snapshots.siteId, sites.id), mayRepresentSite(photoSiteIds)));
  const found = await db
    .select({ id: sites.id })
    .from(sites)
    .where(and(inArray(sites.id, siteIds), exists(one)));
  const pictured = await listPicturedLayers(db, siteIds);
  const viewed = pictured.filter(({ siteId, modeltypeId }) => typesOf.get(siteId)!.includes(modeltypeId));
  return [...viewed.map(({ siteId }) => siteId), ...found.map(({ id }) => id)];
}
