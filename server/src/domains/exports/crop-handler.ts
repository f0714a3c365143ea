import { rm } from 'node:fs/promises';
import { and, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures, pointclouds, pointgrabDownloads } from '@overlook/db/schema';
import type { ExportFormat } from '@overlook/shared/config';
import { EXPORTS_MESSAGES, overLimitText } from '@overlook/shared/messages';
import { moveOfPlacement } from '../../pointclouds/placed-frame.ts';
import type { CloudExport } from '../../pointclouds/export/export-cloud.ts';
import { ProcessEndedError, WorkFailedError } from '../../process/limited-process.ts';
import { diskTrouble } from '../../errors/publish-fs.ts';
import { type JobHandler, jobHandler, type JobRun, UnrecoverableError } from '../../services/jobs/job-handler.ts';
import { CROP_JOB } from './crop-job.ts';
import { cropLayer, findLayer } from './crop-layer.ts';
import { drawLayer } from './draw-layer.ts';
import { newPartFile, removeAttempts } from './export-files.ts';
import { type DownloadRow, isWanted } from './find-download.ts';
import { type PointcloudRow } from './pointcloud.ts';
import { requestAgain } from './request-again.ts';
import { settleFailed, settleFinished, settleRefused, type WrittenExport } from './settle-export.ts';
import type { CropStores } from './crop-stores.ts';

/**
 * Writes the exports of one request. Their files are written on this machine, stored under new names, and named in the transaction
 * that ends the job, so that an export is completed once and as a whole. Formats that were deleted meanwhile are left out.
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
      const unread = downloads.filter((uuid) => !rows.some((row) => row.uuid === uuid));
      const ending: Pick<JobRun, 'complete'> = {
        async complete(tx, result) {
          await run.complete(tx, result);
          await requestAgain(tx, unread);
        },
      };
      if (rows.length === 0) {
        await db.transaction((tx) => ending.complete(tx, { points: 0 }));
        return { points: 0 };
      }
      const refuse = (message: string) => settleRefused(stores, rows, { message, run: ending });
      await removeAttempts(
        filesDir,
        rows.map(({ filename }) => filename),
      );
      const parts = await Promise.all(
        rows.map(async (row) => ({ row, path: await newPartFile(filesDir, row.filename) })),
      );
      try {
        const made = await orHopeless(run, () => write(stores, { parts, run }));
        if ('refusal' in made) return await refuse(made.refusal);
        const { counted, sizesBytes } = made;
        const written = parts.map((part, i): WrittenExport => ({ ...part, counted, sizeBytes: sizesBytes[i]! }));
        await settleFinished(stores, written, ending);
        return counted;
      } catch (error) {
        // An import removes the files of a cloud or layer that it replaces.
        const isReplaced = !run.signal.aborted && !(await isSourceThere(db, rows[0]!));
        if (!isReplaced) throw error;
        return await refuse(replacedText(rows[0]!));
      } finally {
        // Removes the files of a process that was ended, and of formats that are not wanted any more.
        for (const { path } of parts) await rm(path, { force: true });
      }
    },
    (tx, { downloads }, failure) => settleFailed(stores, tx, downloads, failure),
  );
}

async function findCloud(db: Db, { pointcloudUuid }: DownloadRow): Promise<PointcloudRow | null> {
  if (pointcloudUuid === null) return null;
  const [cloud] = await db
    .select({ ...getTableColumns(pointclouds), placement: captures.placement })
    .from(pointclouds)
    .innerJoin(captures, eq(captures.id, pointclouds.captureId))
    .where(eq(pointclouds.uuid, pointcloudUuid));
  return cloud ?? null;
}

/** Whether the cloud or the layer of a download still exists in the requested version. */
const isSourceThere = async (db: Db, row: DownloadRow): Promise<boolean> =>
  (await (row.modeltypeId === null ? findCloud(db, row) : findLayer(db, row))) !== null;

const replacedText = ({ modeltypeId }: DownloadRow): string =>
  EXPORTS_MESSAGES[modeltypeId === null ? 'export.cloudReplaced' : 'export.layerReplaced'];

interface Attempt {
  readonly parts: readonly { readonly row: DownloadRow; readonly path: string }[];
  readonly run: Pick<JobRun, 'signal' | 'report'>;
}

/** Sizes and contents of the parts; or a sentence, where the exports cannot be made as requested. */
type Written = Pick<WrittenExport, 'counted'> & { readonly sizesBytes: readonly number[] };
type Outcome = Written | { readonly refusal: string };

/** The downloads of a request are all of the point cloud, all of a drawing, or the one of a layer. */
async function write(stores: CropStores, attempt: Attempt): Promise<Outcome> {
  const { parts, run } = attempt;
  const [{ row, path }] = parts as [Attempt['parts'][number]];
  if (row.modeltypeId === null) return writePoints(stores, attempt);
  if (row.drawing !== null) {
    const drawn = await drawLayer(stores, attempt);
    if ('refusal' in drawn) return drawn;
    return { counted: { triangles: drawn.triangles }, sizesBytes: drawn.sizesBytes };
  }
  const made = await cropLayer(stores, { row, path, run });
  if ('refusal' in made) return made;
  return { counted: { triangles: made.triangles }, sizesBytes: [made.sizeBytes] };
}

async function writePoints({ db, folders, env, exportCloud }: CropStores, { parts, run }: Attempt): Promise<Outcome> {
  const { row } = parts[0]!;
  const cloud = await findCloud(db, row);
  if (!cloud) return { refusal: EXPORTS_MESSAGES['export.cloudReplaced'] };
  const { box, density, coordinates, description, pointsEstimated } = row;
  const work: Omit<CloudExport, 'store'> = {
    moveEcef: moveOfPlacement(cloud.placement),
    box,
    density: density!,
    coordinates,
    pointsMost: env.exportPointsMost,
    title: description,
    files: parts.map((part) => ({ format: part.row.format as ExportFormat, path: part.path })),
  };
  const onProgress = (done: number) =>
    run.report({ label: 'Writing points', done, total: pointsEstimated, unit: 'points' });
  const options = { memoryMb: env.convertMemoryMb, signal: run.signal, onProgress };
  const { points, sizesBytes, isOverLimit } = await folders.with(cloud.filepath, (store) =>
    exportCloud({ ...work, store }, options),
  );
  if (isOverLimit) return { refusal: overLimitText(env.exportPointsMost) };
  return points === 0 ? { refusal: EXPORTS_MESSAGES['export.boxEmpty'] } : { counted: { points }, sizesBytes };
}

/** Throws `UnrecoverableError` for a full disk and what the same source would cause again. */
async function orHopeless<T>({ signal }: Pick<JobRun, 'signal'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    const isHopeless =
      diskTrouble(error) !== null || error instanceof WorkFailedError || error instanceof ProcessEndedError;
    throw isHopeless ? new UnrecoverableError((error as Error).message, { cause: error }) : error;
  }
}
