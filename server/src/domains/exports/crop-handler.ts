import { mkdir, rm } from 'node:fs/promises';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { pointclouds, pointgrabDownloads } from '@overlook/db/schema';
import { EXPORTS_MESSAGES, overLimitText } from '@overlook/shared/messages';
import type { Env } from '../../env.ts';
import type { CloudExport, ExportedCloud } from '../../pointclouds/export/export-cloud.ts';
import {
  type LimitedProcessOptions,
  ProcessEndedError,
  WorkFailedError,
} from '../../publish/process/limited-process.ts';
import { diskTrouble } from '../../publish/store/publish-fs.ts';
import type { Clock } from '../../services/clock.ts';
import { type JobHandler, jobHandler, type JobRun, UnrecoverableError } from '../../services/jobs/job-handler.ts';
import type { MailQueue } from '../../services/mail/queue-mail.ts';
import { CROP_JOB } from './crop-job.ts';
import { exportsFolder, newPartFile, removeParts } from './export-files.ts';
import { type DownloadRow, isWanted } from './find-download.ts';
import { type PointcloudRow, storeFolder } from './pointcloud.ts';
import { settleFailed, settleFinished, settleRefused, type WrittenExport } from './settle-export.ts';

export interface CropStores {
  readonly db: Db;
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  readonly env: Pick<Env, 'productName' | 'publicUrl' | 'convertMemoryMb' | 'exportPointsMost'>;
  readonly mail: MailQueue;
  readonly clock: Clock;
  /** `exportInProcess`. */
  readonly exportCloud: (work: CloudExport, options: LimitedProcessOptions<number>) => Promise<ExportedCloud>;
}

/**
 * Writes the exports of one request. Their files are written beside their names and renamed in the transaction that ends the job,
 * so that an export is completed once and never half. Formats that were deleted meanwhile are left out.
 */
export function cropHandler(stores: CropStores): JobHandler {
  const { db, filesDir } = stores;
  return jobHandler(
    CROP_JOB,
    async ({ downloads }, run) => {
      const rows = await db
        .select()
        .from(pointgrabDownloads)
        .where(and(inArray(pointgrabDownloads.uuid, downloads), isWanted()));
      if (rows.length === 0) return { points: 0 };
      const refuse = (message: string) => settleRefused(stores, rows, { message, run });
      const cloud = await findCloud(db, rows[0]!);
      if (!cloud) return refuse(EXPORTS_MESSAGES['export.cloudReplaced']);
      await mkdir(exportsFolder(filesDir), { recursive: true });
      await removeParts(
        filesDir,
        rows.map(({ filename }) => filename),
      );
      const parts = rows.map((row) => ({ row, path: newPartFile(filesDir, row.filename) }));
      try {
        const { points, sizesBytes, isOverLimit } = await write(stores, { cloud, parts, run });
        if (isOverLimit) return await refuse(overLimitText(stores.env.exportPointsMost));
        if (points === 0) return await refuse(EXPORTS_MESSAGES['export.boxEmpty']);
        const written = parts.map((part, i): WrittenExport => ({ ...part, points, sizeBytes: sizesBytes[i]! }));
        await settleFinished(stores, written, run);
        return { points };
      } catch (error) {
        // An import removes the files of a cloud that it replaces.
        const isReplaced = !run.signal.aborted && (await findCloud(db, rows[0]!)) === null;
        if (!isReplaced) throw error;
        return await refuse(EXPORTS_MESSAGES['export.cloudReplaced']);
      } finally {
        // Of a process that was ended, and of formats that nobody wants any more.
        for (const { path } of parts) await rm(path, { force: true });
      }
    },
    (tx, { downloads }, failure) => settleFailed(stores, tx, downloads, failure),
  );
}

async function findCloud(db: Db, { pointcloudUuid }: DownloadRow): Promise<PointcloudRow | null> {
  if (pointcloudUuid === null) return null;
  const [cloud] = await db.select().from(pointclouds).where(eq(pointclouds.uuid, pointcloudUuid));
  return cloud ?? null;
}

interface Attempt {
  readonly cloud: PointcloudRow;
  readonly parts: readonly { readonly row: DownloadRow; readonly path: string }[];
  readonly run: Pick<JobRun, 'signal' | 'report'>;
}

/** Writes the parts. Throws `UnrecoverableError` for a full disk and what the same cloud would cause again. */
async function write({ filesDir, env, exportCloud }: CropStores, attempt: Attempt): Promise<ExportedCloud> {
  const { cloud, parts, run } = attempt;
  const { box, density, coordinates, description, pointsEstimated } = parts[0]!.row;
  const work: CloudExport = {
    store: storeFolder(filesDir, cloud),
    box,
    density,
    coordinates,
    pointsMost: env.exportPointsMost,
    title: description,
    files: parts.map(({ row, path }) => ({ format: row.format, path })),
  };
  const onProgress = (done: number) =>
    run.report({ label: 'Writing points', done, total: pointsEstimated, unit: 'points' });
  try {
    return await exportCloud(work, { memoryMb: env.convertMemoryMb, signal: run.signal, onProgress });
  } catch (error) {
    run.signal.throwIfAborted();
    const isHopeless =
      diskTrouble(error) !== null || error instanceof WorkFailedError || error instanceof ProcessEndedError;
    throw isHopeless ? new UnrecoverableError((error as Error).message, { cause: error }) : error;
  }
}
