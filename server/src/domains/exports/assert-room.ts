import { and, eq, inArray } from 'drizzle-orm';
import { type Db, freeBytes } from '@overlook/db';
import { pointgrabDownloads, users } from '@overlook/db/schema';
import { EXPORTS, MESH_FORMAT } from '@overlook/shared/config';
import { EXPORTS_MESSAGES, keptTooMuchText } from '@overlook/shared/messages';
import { estimateSize } from '@overlook/shared/points';
import type { Services } from '../../context.ts';
import { AppError, conflict } from '../../errors/app-error.ts';
import { isListed, type NewDownload } from './find-download.ts';

type Sized = Pick<NewDownload, 'format' | 'sizeBytes' | 'pointsEstimated' | 'bytesEstimated'>;

/** Bytes of an export: as written, or as estimated before. */
const bytesOf = ({ format, sizeBytes, pointsEstimated, bytesEstimated }: Sized): number =>
  sizeBytes ?? bytesEstimated ?? (format === MESH_FORMAT ? 0 : estimateSize(format, pointsEstimated ?? 0));

/**
 * Checks that a person may have these exports besides those that they have. Two calls for one person are counted one after another
 * until the transaction ends. Throws 409 for too many that are not done and for too many bytes, 507 when the disk has not the room.
 */
export async function assertRoomFor(
  tx: Db,
  { clock, filesDir }: Pick<Services, 'clock' | 'filesDir'>,
  userId: number,
  wanted: readonly Sized[],
): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const { status, format, sizeBytes, pointsEstimated, bytesEstimated } = pointgrabDownloads;
  const kept = await tx
    .select({ status, format, sizeBytes, pointsEstimated, bytesEstimated })
    .from(pointgrabDownloads)
    .where(
      and(eq(pointgrabDownloads.requestedBy, userId), inArray(status, ['pending', 'completed']), isListed(clock.now())),
    );
  const pending = kept.filter((one) => one.status === 'pending');
  if (pending.length + wanted.length > EXPORTS.pendingMost) throw conflict(EXPORTS_MESSAGES['export.tooManyPending']);
  const sum = (rows: readonly Sized[]) => rows.reduce((bytes, row) => bytes + bytesOf(row), 0);
  if (sum(kept) + sum(wanted) > EXPORTS.keptBytesMost) throw conflict(keptTooMuchText(EXPORTS.keptBytesMost));
  if (freeBytes(filesDir) < sum(wanted) + EXPORTS.freeBytesLeast)
    throw new AppError('DISK_FULL', EXPORTS_MESSAGES['export.noRoom']);
}
