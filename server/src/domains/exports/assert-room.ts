import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Db, freeBytes } from '@overlook/db';
import { pointgrabDownloads } from '@overlook/db/schema';
import { type DownloadFormat, EXPORT_FORMATS, type ExportFormat, EXPORTS } from '@overlook/shared/config';
import { EXPORTS_MESSAGES, keptTooMuchText } from '@overlook/shared/messages';
import { estimateSize } from '@overlook/shared/points';
import type { Services } from '../../context.ts';
import { AppError, conflict } from '../../errors/app-error.ts';
import { isListed, type NewDownload } from './find-download.ts';
import { lockUser } from '../users/lock-user.ts';

type Sized = Pick<NewDownload, 'format' | 'sizeBytes' | 'pointsEstimated' | 'bytesEstimated'>;

const { format, sizeBytes, pointsEstimated, bytesEstimated } = pointgrabDownloads;
const SIZED_COLUMNS = { format, sizeBytes, pointsEstimated, bytesEstimated };

/** Bytes of an export: as written, or as estimated before. */
const bytesOf = (one: Sized): number =>
  one.sizeBytes ??
  one.bytesEstimated ??
  (isPointFormat(one.format) ? estimateSize(one.format, one.pointsEstimated ?? 0) : 0);

const isPointFormat = (name: DownloadFormat): name is ExportFormat => EXPORT_FORMATS.some((one) => one === name);

/**
 * Checks that a person may have these exports besides those that they have. Calls for one person are serialised until
 * the transaction ends. Throws 409 for too many unfinished exports and for too many bytes, 507 when the disk has too
 * little room.
 */
export async function assertRoomFor(
  tx: Db,
  { clock, filesDir }: Pick<Services, 'clock' | 'filesDir'>,
  userId: number,
  wanted: readonly Sized[],
): Promise<void> {
  await lockUser(tx, userId);
  const kept = await tx
    .select({ status: pointgrabDownloads.status, ...SIZED_COLUMNS })
    .from(pointgrabDownloads)
    .where(
      and(
        eq(pointgrabDownloads.requestedBy, userId),
        inArray(pointgrabDownloads.status, ['pending', 'completed']),
        isListed(clock.now()),
      ),
    );
  const pending = kept.filter((one) => one.status === 'pending');
  if (pending.length + wanted.length > EXPORTS.pendingMost) throw conflict(EXPORTS_MESSAGES['export.tooManyPending']);
  if (bytesOfAll(kept) + bytesOfAll(wanted) > EXPORTS.keptBytesMost)
    throw conflict(keptTooMuchText(EXPORTS.keptBytesMost));
  await assertDiskFor(tx, filesDir, wanted);
}

const bytesOfAll = (rows: readonly Sized[]): number => rows.reduce((bytes, row) => bytes + bytesOf(row), 0);

/** Key of the advisory lock for reserving room on the disk; any number that is not used elsewhere. */
const ROOM_LOCK = 3_517_224;

/** Throws 507 where the disk has too little room for these and for the unwritten exports of all people. */
async function assertDiskFor(tx: Db, filesDir: string, wanted: readonly Sized[]): Promise<void> {
  const unwritten = wanted.filter(({ sizeBytes }) => (sizeBytes ?? null) === null);
  if (unwritten.length === 0) return;
  // Requests of different people at once would not see each other.
  await tx.execute(sql`select pg_advisory_xact_lock(${ROOM_LOCK})`);
  const neededBytes = bytesOfAll(unwritten) + (await bytesPromised(tx));
  if (freeBytes(filesDir) < neededBytes + EXPORTS.freeBytesLeast)
    throw new AppError('DISK_FULL', EXPORTS_MESSAGES['export.noRoom']);
}

/** Bytes of the unfinished exports of all people, which will need room on the disk. Their written parts count twice. */
async function bytesPromised(db: Db): Promise<number> {
  const isPromised = and(eq(pointgrabDownloads.status, 'pending'), isNull(pointgrabDownloads.deletedAt));
  return bytesOfAll(await db.select(SIZED_COLUMNS).from(pointgrabDownloads).where(isPromised));
}
