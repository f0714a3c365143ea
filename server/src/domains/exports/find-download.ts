import { and, eq, gt, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { pointgrabDownloads } from '@overlook/db/schema';
import { GLOBAL_SITE_ID, isAllowedAtSite, type PermissionToken } from '@overlook/shared/permissions';
import type { Caller } from '../../context.ts';

export type DownloadRow = typeof pointgrabDownloads.$inferSelect;

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

/** Neither completed nor deleted: its job writes it. One that has failed is written when an administrator tries its job again. */
export const isWanted = (): SQL =>
  and(inArray(pointgrabDownloads.status, ['pending', 'error']), isNull(pointgrabDownloads.deletedAt))!;

/** The one download that `which` names, when the reader holds `token` at its site and it is theirs or they see all; null otherwise. */
export async function findDownload(
  db: Db,
  reader: Reader,
  which: SQL,
  token: PermissionToken,
): Promise<DownloadRow | null> {
  const [row] = await db.select().from(pointgrabDownloads).where(which);
  if (!row || !isAllowedAtSite(reader.permissions, row.siteId, token)) return null;
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
