import { and, count, eq, getTableColumns, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { snapshots } from '@overlook/db/schema';
import { PLACES_MOST } from '@overlook/shared/config';
import { PLACES_MESSAGES } from '@overlook/shared/messages';
import { canViewSite, isAllowedAtSite, type PermissionMap } from '@overlook/shared/permissions';
import { type PlaceSummary, type Snapshot, snapshotSchema } from '@overlook/shared/schemas';
import type { Services, SignedInContext } from '../../context.ts';
import { AppError, invalid, notFound } from '../../errors/app-error.ts';
import { readableValue } from '../../services/stored-rows.ts';

export type SnapshotRow = typeof snapshots.$inferSelect;

const { bookmark: _bookmark, view: _view, ...columns } = getTableColumns(snapshots);

/** The columns that a list needs: a saved view may be large. */
export const SUMMARY_COLUMNS = columns;

export const noSuchPlace = () => notFound(PLACES_MESSAGES['place.notFound']);

/** Places, as opposed to photos, that this user has saved. */
export const isPlaceOf = (userId: number): SQL => and(eq(snapshots.createdBy, userId), isNotNull(snapshots.bookmark))!;

/** Throws 400 for a person who has the largest number of Places that are not archived. */
export async function assertRoom(tx: Db, userId: number): Promise<void> {
  const [has] = await tx
    .select({ places: count() })
    .from(snapshots)
    .where(and(isPlaceOf(userId), isNull(snapshots.archivedAt)));
  if (has!.places >= PLACES_MOST) throw invalid(PLACES_MESSAGES['place.tooMany']);
}

export function summaryOf(row: Omit<SnapshotRow, 'bookmark' | 'view'>, readerId: number): PlaceSummary {
  const { id, name, description, siteId, takenBy, filename, imageHash, imageType, heightType } = row;
  return {
    id,
    name,
    description,
    siteId,
    takenBy,
    filename,
    imageHash,
    imageType,
    heightType,
    isOwn: row.createdBy === readerId,
    archived: row.archivedAt !== null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A row as clients see it; a stored camera or view that cannot be read is null. */
export function snapshotOf(log: Services['log'], row: SnapshotRow, readerId: number): Snapshot {
  const { bookmark, view } = snapshotSchema.shape.data.shape;
  const { longitude, latitude, altitude } = row;
  const read = (part: 'bookmark' | 'view') => `snapshot ${row.id}, ${part}`;
  return {
    ...summaryOf(row, readerId),
    data: {
      bookmark: readableValue(log, read('bookmark'), bookmark, row.bookmark, null),
      view: readableValue(log, read('view'), view, row.view, null),
    },
    pois: readableValue(
      log,
      `snapshot ${row.id}, position`,
      snapshotSchema.shape.pois,
      longitude === null || latitude === null || altitude === null ? [] : [{ longitude, latitude, altitude }],
      [],
    ),
  };
}

/** Whether a snapshot exists for the holder of these permissions: a photo needs more than a view of its site. */
export const isVisible = (permissions: PermissionMap, row: Pick<SnapshotRow, 'siteId' | 'heightType'>): boolean =>
  canViewSite(permissions, row.siteId) &&
  (row.heightType === null || isAllowedAtSite(permissions, row.siteId, 'FEATURE:NEARBYSNAPSHOTS'));

/**
 * The row of a snapshot that the caller may open: they hold a VIEW token of its site, and FEATURE:NEARBYSNAPSHOTS for a
 * photo. Throws 404, for an archived Place of another person with a sentence that says so.
 */
export async function findVisible(ctx: SignedInContext, id: number): Promise<SnapshotRow> {
  const { userId, permissions } = ctx.caller;
  const [row] = await ctx.db.select().from(snapshots).where(eq(snapshots.id, id));
  if (!row || !isVisible(permissions, row)) throw noSuchPlace();
  // The photo of a capture that is not shown exists for nobody.
  if (row.archivedAt !== null && row.heightType !== null) throw noSuchPlace();
  if (row.archivedAt !== null && row.createdBy !== userId)
    throw new AppError('ARCHIVED', PLACES_MESSAGES['place.isArchived']);
  return row;
}
