import { and, eq, gt, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { pointgrabDownloads } from '@overlook/db/schema';
import { MESH_LAYERS } from '@overlook/shared/config';
import { GLOBAL_SITE_ID, isAllowedAtSite, type PermissionToken } from '@overlook/shared/permissions';
import type { Caller } from '../../context.ts';
import { maySeeLayer } from './mesh-layers.ts';

export type DownloadRow = typeof pointgrabDownloads.$inferSelect;
export type NewDownload = typeof pointgrabDownloads.$inferInsert;

type Reader = Pick<Caller, 'userId' | 'permissions'>;

/** Whether a person sees the exports of all. */
export const seesAll = ({ permissions }: Pick<Reader, 'permissions'>): boolean =>
  permissions[GLOBAL_SITE_ID]?.['USERS:VIEW'] === true;

/** Neither deleted nor expired. */
export const isListed = (now: Date): SQL =>
  and(
    isNull(pointgrabDownloads.deletedAt),
    or(isNull(pointgrabDownloads.expiresAt), gt(pointgrabDownloads.expiresAt, now)),
  )!;

/** Neither completed nor deleted: its job writes it. A failed one is written when an administrator repeats its job. */
export const isWanted = (): SQL =>
  and(inArray(pointgrabDownloads.status, ['pending', 'error']), isNull(pointgrabDownloads.deletedAt))!;

/** Whether a person may see the layer of a download. */
const maySee = ({ permissions }: Pick<Reader, 'permissions'>, { siteId, modeltypeId }: DownloadRow): boolean =>
  modeltypeId === null || maySeeLayer(permissions, siteId, modeltypeId);

/** Downloads of the point cloud of a site, and of the layers there that a person may see. */
export const isOfSeen = ({ permissions }: Pick<Reader, 'permissions'>, siteId: number): SQL => {
  const { modeltypeId } = pointgrabDownloads;
  const seen = MESH_LAYERS.filter((layer) => maySeeLayer(permissions, siteId, layer));
  return or(isNull(modeltypeId), inArray(modeltypeId, seen))!;
};

/**
 * The one download that `which` names, when the reader holds `token` at its site, may see its layer, and it is theirs or they see all;
 * null otherwise.
 */
export async function findDownload(
  db: Db,
  reader: Reader,
  which: SQL,
  token: PermissionToken,
): Promise<DownloadRow | null> {
  const [row] = await db.select().from(pointgrabDownloads).where(which);
  if (!row || !isAllowedAtSite(reader.permissions, row.siteId, token) || !maySee(reader, row)) return null;
  return row.requestedBy === reader.userId || seesAll(reader) ? row : null;
}

/** The export of this file name that is done and may be fetched by the reader; null otherwise. */
export async function findFinished(
  db: Db,
  reader: Reader,
  { filename, now }: { filename: string; now: Date },
): Promise<DownloadRow | null> {
  const which = and(
    eq(pointgrabDownloads.filename, filename),
    eq(pointgrabDownloads.status, 'completed'),
    isListed(now),
  )!;
  return findDownload(db, reader, which, 'POINTGRAB:DOWNLOAD');
}
