import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures, models, scanPositions } from '@overlook/db/schema';
import { modelType } from '@overlook/shared/config';
import { isAllowedAtSite } from '@overlook/shared/permissions';
import type { Reader, ReadingContext } from '../../context.ts';
import { MODEL_FILES_URL } from '../../storage/version-folders.ts';

/** A capture that is not withdrawn. */
export interface StoredCapture extends Omit<typeof captures.$inferSelect, 'plan' | 'withdrawnAt'> {
  readonly isCurrent: boolean;
  readonly scanPositions: number;
}

const { plan: _, withdrawnAt: __, ...columns } = getTableColumns(captures);

/** How many scan positions the captures of a selection have. */
export const scanPositionCount = sql<number>`(select count(*)::int from ${scanPositions} where ${scanPositions.captureId} = ${captures.id})`;

/** The captures that `which` selects, by layer and date, without those that are withdrawn. */
export const storedCaptures = (db: Db, which: SQL): Promise<StoredCapture[]> =>
  db
    .select({ ...columns, isCurrent: sql<boolean>`${models.id} is not null`, scanPositions: scanPositionCount })
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

/** The files of a layer, as their addresses name them. */
export interface FolderOfLayer {
  readonly siteId: number;
  readonly modeltypeId: number;
  readonly slug: string;
  readonly folder: string;
}

/** A capture with the version of its files. */
export interface CaptureOfFiles {
  readonly capture: StoredCapture;
  readonly version: string;
}

/** The captures whose files are in a folder, the newest first. */
export async function findCapturesOfFolder(
  db: Db,
  { siteId, modeltypeId, slug, folder }: FolderOfLayer,
): Promise<CaptureOfFiles[]> {
  const below = `${MODEL_FILES_URL}${slug}/${folder}/`;
  const isOfLayer = and(eq(captures.siteId, siteId), sql`${captures.modeltypeId} = ${modeltypeId}`);
  const found = await storedCaptures(db, and(isOfLayer, sql`starts_with(${captures.filepath}, ${below})`)!);
  return found
    .map((capture) => ({ capture, version: capture.filepath.slice(below.length).split('/', 1)[0]! }))
    .toReversed();
}
