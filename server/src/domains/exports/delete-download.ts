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

/** The frame of both verbs: locks the download, stores the change and audits it. Throws 404 for one that the caller may not delete. */
function changeDownload(
  ctx: SignedInContext,
  { action, uuid }: { action: 'exports.delete' | 'exports.restore'; uuid: string },
  change: (tx: Db, row: DownloadRow) => Promise<Partial<DownloadRow>>,
): Promise<Done> {
  return ctx.db.transaction(async (tx) => {
    const isIt = eq(pointgrabDownloads.uuid, uuid);
    await tx.select({ uuid: pointgrabDownloads.uuid }).from(pointgrabDownloads).where(isIt).for('update');
    const row = await findDownload(tx, ctx.caller, isIt, 'POINTGRAB:DELETE');
    if (!row) throw noSuchDownload();
    await tx
      .update(pointgrabDownloads)
      .set(await change(tx, row))
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
 * Takes an export off the list; its file can no longer be fetched. One that is not done is cancelled, with its job when no other format
 * waits for it. Throws 404, also for one that is deleted already.
 */
export const deleteDownload = (ctx: SignedInContext, { uuid }: { uuid: string }): Promise<Done> =>
  changeDownload(ctx, { action: 'exports.delete', uuid }, async (tx, row) => {
    if (row.deletedAt) throw noSuchDownload();
    if (row.status === 'pending' && row.jobId !== null && !(await hasOthers(tx, row))) await endJob(tx, row.jobId);
    return { deletedAt: ctx.clock.now() };
  });

/**
 * Undoes that within `EXPORTS.undoMs`; an export that was not done is asked for again. Throws 404 afterwards, and what `assertRoomFor`
 * throws.
 */
export const restoreDownload = (ctx: SignedInContext, { uuid }: { uuid: string }): Promise<Done> =>
  changeDownload(ctx, { action: 'exports.restore', uuid }, async (tx, row) => {
    const { deletedAt } = row;
    if (!deletedAt || ctx.clock.now().getTime() > deletedAt.getTime() + EXPORTS.undoMs) throw noSuchDownload();
    if (row.status === 'error') return { deletedAt: null };
    await assertRoomFor(tx, ctx, [row]);
    if (row.status === 'completed' || (await isUnderWay(tx, row))) return { deletedAt: null };
    return { deletedAt: null, jobId: await addJob(tx, CROP_JOB, { downloads: [uuid] }) };
  });

/** Whether another format of the same request is still wanted. */
async function hasOthers(tx: Db, { uuid, jobId }: DownloadRow): Promise<boolean> {
  const isOther = and(
    eq(pointgrabDownloads.jobId, jobId!),
    ne(pointgrabDownloads.uuid, uuid),
    isNull(pointgrabDownloads.deletedAt),
  );
  return (await tx.$count(pointgrabDownloads, isOther)) > 0;
}

/** Cancels a job unless it has ended already. */
async function endJob(tx: Db, jobId: string): Promise<void> {
  const [active] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, jobId), inArray(jobs.status, ['pending', 'running'])))
    .for('update');
  if (active) await cancelJob(tx, jobId, [CROP_JOB]);
}

/** Whether the job of a download will still write it. */
async function isUnderWay(tx: Db, { jobId }: DownloadRow): Promise<boolean> {
  if (jobId === null) return false;
  const [active] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, jobId), inArray(jobs.status, ['pending', 'running']), isNull(jobs.cancelRequestedAt)))
    .for('update');
  return active !== undefined;
}
