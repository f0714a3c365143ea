import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { jobs, pointgrabDownloads } from '@overlook/db/schema';
import { EXPORTS } from '@overlook/shared/config';
import { EXPORTS_MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';
import { addJob, cancelJob } from '../../services/jobs/stored-jobs.ts';
import { assertRoomFor } from './assert-room.ts';
import { CROP_JOB } from './crop-job.ts';
import { type DownloadRow, findDownload } from './find-download.ts';

interface Done {
  readonly status: 'success';
}

type JobRow = typeof jobs.$inferSelect;

/**
 * The common part of both verbs: locks the download and its job, stores the change and audits it. The job is locked
 * first, as by workers, which end a job and then its downloads: in the other order each could wait for the other.
 * Throws 404 for a download that the caller may not delete.
 */
function changeDownload(
  ctx: SignedInContext,
  { action, uuid }: { action: 'exports.delete' | 'exports.restore'; uuid: string },
  change: (tx: Db, row: DownloadRow, job: JobRow | null) => Promise<Partial<DownloadRow>>,
): Promise<Done> {
  return ctx.db.transaction(async (tx) => {
    const isIt = eq(pointgrabDownloads.uuid, uuid);
    const jobId = tx.select({ id: pointgrabDownloads.jobId }).from(pointgrabDownloads).where(isIt);
    const [job = null] = await tx.select().from(jobs).where(inArray(jobs.id, jobId)).for('update');
    await tx.select({ uuid: pointgrabDownloads.uuid }).from(pointgrabDownloads).where(isIt).for('update');
    const row = await findDownload(tx, ctx.caller, isIt, 'POINTGRAB:DELETE');
    if (!row) throw noSuchDownload();
    await tx
      .update(pointgrabDownloads)
      .set(await change(tx, row, job))
      .where(isIt);
    const { siteId, description, format } = row;
    await recordDone(tx, ctx, {
      action,
      subject: `download:${uuid}`,
      details: { siteId, name: description, formats: [format] },
    });
    return { status: 'success' };
  });
}

const noSuchDownload = () => notFound(EXPORTS_MESSAGES['export.notFound']);

/**
 * Removes an export from the list; its file can no longer be fetched. An unfinished one is cancelled, with its job when
 * no other format waits for it. Throws 404, also for one that is deleted already.
 */
export const deleteDownload = (ctx: SignedInContext, { uuid }: { uuid: string }): Promise<Done> =>
  changeDownload(ctx, { action: 'exports.delete', uuid }, async (tx, row, job) => {
    if (row.deletedAt) throw noSuchDownload();
    const isLast = row.status === 'pending' && isActive(job) && !(await hasOthers(tx, row));
    if (isLast) await cancelJob(tx, job.id, [CROP_JOB]);
    return { deletedAt: ctx.clock.now() };
  });

/**
 * Undoes that within `EXPORTS.undoMs`; an unfinished export is requested again. Throws 404 afterwards, and what
 * `assertRoomFor` throws.
 */
export const restoreDownload = (ctx: SignedInContext, { uuid }: { uuid: string }): Promise<Done> =>
  changeDownload(ctx, { action: 'exports.restore', uuid }, async (tx, row, job) => {
    const { deletedAt } = row;
    if (!deletedAt || ctx.clock.now().getTime() > deletedAt.getTime() + EXPORTS.undoMs) throw noSuchDownload();
    if (row.status === 'error') return { deletedAt: null };
    await assertRoomFor(tx, ctx, row.requestedBy ?? ctx.caller.userId, [row]);
    const isWritten = row.status === 'completed' || (isActive(job) && job.cancelRequestedAt === null);
    return isWritten
      ? { deletedAt: null }
      : { deletedAt: null, jobId: await addJob(tx, CROP_JOB, { downloads: [uuid] }, { askedBy: row.requestedBy }) };
  });

/** Whether a job has not ended. */
const isActive = (job: JobRow | null): job is JobRow => job?.status === 'pending' || job?.status === 'running';

/** Whether another format of the same request is still wanted. */
async function hasOthers(tx: Db, { uuid, jobId }: DownloadRow): Promise<boolean> {
  const isOther = and(
    eq(pointgrabDownloads.jobId, jobId!),
    ne(pointgrabDownloads.uuid, uuid),
    isNull(pointgrabDownloads.deletedAt),
  );
  return (await tx.$count(pointgrabDownloads, isOther)) > 0;
}
