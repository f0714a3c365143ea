import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { pointgrabDownloads } from '@overlook/db/schema';
import { addJob } from '../../services/jobs/stored-jobs.ts';
import { CROP_JOB } from './crop-job.ts';

/**
 * Gives those of these downloads that wait a job of their own: they were deleted when their job began, so that it does not write
 * them, and have been restored since. Their job is locked and ends in this transaction.
 */
export async function requestAgain(tx: Db, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return;
  const { uuid, status, deletedAt, requestedBy } = pointgrabDownloads;
  const waiting = await tx
    .select({ uuid, requestedBy })
    .from(pointgrabDownloads)
    .where(and(inArray(uuid, [...uuids]), eq(status, 'pending'), isNull(deletedAt)))
    .for('update');
  if (waiting.length === 0) return;
  const downloads = waiting.map((row) => row.uuid);
  const jobId = await addJob(tx, CROP_JOB, { downloads }, { askedBy: waiting[0]!.requestedBy });
  await tx.update(pointgrabDownloads).set({ jobId }).where(inArray(uuid, downloads));
}
