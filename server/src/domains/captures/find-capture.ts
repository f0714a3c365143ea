import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures, models } from '@overlook/db/schema';
import { modelType } from '@overlook/shared/config';
import { isAllowedAtSite } from '@overlook/shared/permissions';
import type { Reader, ReadingContext } from '../../context.ts';
import { MODEL_FILES_URL } from '../../storage/version-folders.ts';

/** A capture that is not withdrawn. */
export interface StoredCapture extends Omit<typeof captures.$inferSelect, 'plan' | 'withdrawnAt'> {
  readonly isCurrent: boolean;
}

const { plan: _, withdrawnAt: __, ...columns } = getTableColumns(captures);

/** The captures that `which` selects, by layer and date, without those that are withdrawn. */
export const storedCaptures = (db: Db, which: SQL): Promise<StoredCapture[]> =>
  db
    .select({ ...columns, isCurrent: sql<boolean>`${models.id} is not null` })
    .from(captures)
    .leftJoin(models, eq(models.captureId, captures.id))
    .where(and(which, isNull(captures.withdrawnAt)))
    .orderBy(asc(captures.modeltypeId), asc(captures.takenOn), asc(captures.id));

/** The dates that the address of a view names. */
function linkedDays(view: string | null | undefined): readonly string[] {
  const parts = new URLSearchParams(view ?? '');
  return ['at', 'swipe'].flatMap((name) => (parts.get(name) ?? '').split(','));
}

/**
 * Whether a capture of a layer that a reader may see exists for that reader: a draft for its publisher alone, or for those who manage the
 * site once the publisher's account is gone; for visitors the newest one, and those that their link names.
 */
export function isOpenTo({ permissions, userId, view }: Reader, capture: StoredCapture): boolean {
  const { siteId, createdBy, publishedAt, takenOn, isCurrent } = capture;
  if (publishedAt === null)
    return createdBy === null ? isAllowedAtSite(permissions, siteId, 'SITES:MANAGE') : createdBy === userId;
  return userId !== undefined || isCurrent || linkedDays(view).includes(takenOn);
}

/** The same for a layer that the reader may not see: none of its captures exists. */
export const mayReadCapture = (reader: Reader, capture: StoredCapture): boolean =>
  isAllowedAtSite(reader.permissions, capture.siteId, modelType(capture.modeltypeId).token) &&
  isOpenTo(reader, capture);

/** A capture of a site that exists for the reader; null for any other. */
export async function findCapture(
  { db, reader }: Pick<ReadingContext, 'db'> & { reader: Reader | null },
  { siteId, captureId }: { siteId: number; captureId: number },
): Promise<StoredCapture | null> {
  const [capture] = await storedCaptures(db, and(eq(captures.id, captureId), eq(captures.siteId, siteId))!);
  return capture && reader && mayReadCapture(reader, capture) ? capture : null;
}

/** A file of a version of a layer, as its address names it. */
export interface FileOfCapture {
  readonly siteId: number;
  readonly modeltypeId: number;
  readonly slug: string;
  readonly folder: string;
  readonly version: string;
}

/** The capture that has a version of files; null where none has it. */
export async function findCaptureOfFile(
  db: Db,
  { siteId, modeltypeId, slug, folder, version }: FileOfCapture,
): Promise<StoredCapture | null> {
  const hasVersion = sql`starts_with(${captures.filepath}, ${`${MODEL_FILES_URL}${slug}/${folder}/${version}/`})`;
  const isOfLayer = and(eq(captures.siteId, siteId), sql`${captures.modeltypeId} = ${modeltypeId}`);
  const [capture] = await storedCaptures(db, and(isOfLayer, hasVersion)!);
  return capture ?? null;
}
