import type { Database } from '@overlook/db';
import type { JobProgress } from '@overlook/db/schema';
import { addJob, findJob } from '../../../services/jobs/stored-jobs.ts';
import { createWorker } from '../../../services/jobs/worker.ts';
import { SITE_IMPORT_JOB, siteImportHandler } from '../../import/import-job.ts';
import type { ImportRequest } from '../../import-request.ts';
import type { PublishFs } from '../../../errors/publish-fs.ts';

export interface PointsJob {
  readonly database: Pick<Database, 'db'>;
  readonly filesDir: string;
  /** File or folder of points in UTM zone 32, ellipsoidal heights. */
  readonly points: string;
  readonly replace?: boolean;
  readonly fs?: PublishFs;
  /** Receives all progress, also reports that are not stored because another follows soon. */
  readonly onReport?: (progress: JobProgress, job: { id: string; signal: AbortSignal }) => void;
}

/** Imports points to the site `a` as a job, once. Returns the stored job after that. */
export async function runPointsJob({ database: { db }, filesDir, points, replace, fs, onReport }: PointsJob) {
  const request: ImportRequest = { slug: 'a', layers: { points }, crs: 'EPSG:25832', altitudes: 'ellipsoidal' };
  const id = await addJob(db, SITE_IMPORT_JOB, { ...request, ...(replace && { replace }) });
  const handler = siteImportHandler({ db, filesDir, fs });
  const told: typeof handler = {
    ...handler,
    run: (payload, run) => {
      const report = (progress: JobProgress) => {
        run.report(progress);
        onReport?.(progress, { id, signal: run.signal });
      };
      return handler.run(payload, { ...run, report });
    },
  };
  await createWorker({ db, log: { warn: () => {}, error: () => {} }, handlers: [told] }).runDue();
  return findJob(db, id);
}
