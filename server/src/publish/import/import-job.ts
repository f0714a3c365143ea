import type { Db } from '@overlook/db';
import type { JobProgress } from '@overlook/db/schema';
import { z } from 'zod';
import { AppError } from '../../errors/app-error.ts';
import {
  UnrecoverableError,
  type JobHandler,
  jobHandler,
  doublingBackOff,
  type JobKind,
  type JobRun,
} from '../../services/jobs/job-handler.ts';
import { type ImportRequest, importRequestSchema } from '../import-request.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { type ImportContext, type ImportProgress, type ImportResult, importSite } from './import-site.ts';
import { diskTrouble, namingFolder, type PublishFs } from '../../errors/publish-fs.ts';
import type { StoredFolders } from '../../storage/folders/stored-folders.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import type { PlanMaker } from '../site-plan/make-plan.ts';

/** The import of a site; the payload is the request of `importSite`, the result its answer. */
export const SITE_IMPORT_JOB: JobKind<ImportRequest & Record<string, unknown>> = {
  name: 'site.import',
  payload: importRequestSchema,
  attempts: 3,
  backOffMs: doublingBackOff(5000, 60_000),
  isKept: true,
};

/**
 * The import of a delivery that came by browser; `slug` is that of its site when it was complete, `leftOut` are the files, `part/path`,
 * that it removes before.
 */
export const SITE_UPLOAD_JOB: JobKind<{ uploadId: string; slug: string; leftOut: string[] }> = {
  name: 'site.upload',
  payload: z.object({ uploadId: z.uuid(), slug: z.string(), leftOut: z.array(z.string()).default([]) }),
  attempts: 3,
  backOffMs: doublingBackOff(5000, 60_000),
  isKept: true,
};

/** All kinds of jobs that import into a site. */
export const IMPORT_JOBS = [SITE_IMPORT_JOB, SITE_UPLOAD_JOB] as const;

export interface SiteImportStores {
  readonly db: Db;
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  /** Files that are one object each; below `filesDir` without it. */
  readonly objects?: ObjectStore | undefined;
  /** Versions of layers and exact clouds, in these. */
  readonly folders?: StoredFolders | undefined;
  readonly fs?: PublishFs | undefined;
  /** Memory that converting a CAD model may take, MiB. */
  readonly convertMemoryMb?: number | undefined;
  /** Draws the plan of the site; without it imports store none. */
  readonly makePlan?: PlanMaker | undefined;
  /** Called after sites have changed, so that a server can clear its caches. */
  readonly onChange?: (() => void) | undefined;
}

/**
 * Publishes a site as a job: it ends in the transaction that registers the site, so that an import is done once, and only
 * by the worker that holds the job. Faults that the operator must correct (a refused source, a contradiction, a full disk) end it at once.
 */
export const siteImportHandler = (stores: SiteImportStores): JobHandler =>
  jobHandler(SITE_IMPORT_JOB, (request, run) => importAsJob(stores, request, run));

/**
 * Runs an import as the work of a job, which `complete` ends within the registration. Faults that a person must correct are
 * thrown as `UnrecoverableError`.
 */
export async function importAsJob(
  { onChange, ...stores }: SiteImportStores,
  request: ImportRequest,
  {
    signal,
    report,
    complete,
    publishedBy,
  }: Pick<JobRun, 'signal' | 'report'> & {
    complete: ImportContext['onRegister'];
    publishedBy?: number | null;
  },
): Promise<ImportResult> {
  const onProgress = (progress: ImportProgress) => report(inWords(progress));
  try {
    const result = await importSite({ ...stores, signal, onProgress, onRegister: complete, publishedBy }, request);
    onChange?.();
    return result;
  } catch (failed) {
    const error = namingFolder(failed, stores.filesDir);
    const isOperators = error instanceof ImportRefusedError || error instanceof AppError || diskTrouble(error) !== null;
    throw isOperators ? new UnrecoverableError((error as Error).message, { cause: error }) : error;
  }
}

const CONVERT_STEPS = {
  reading: 'Reading the CAD model',
  tiling: 'Making tiles',
  'writing tree': 'Writing the object tree',
} as const;

const BUILD_STEPS = {
  reading: 'Reading points',
  counting: 'Counting points',
  distributing: 'Sorting points',
  building: 'Building the octree',
  writing: 'Writing the octree',
} as const;

function inWords(progress: ImportProgress): JobProgress {
  const { phase, layer, done, total } = progress;
  if (phase === 'converting') return { label: CONVERT_STEPS[progress.step], done, total, unit: 'items' };
  if (phase === 'building points') return { label: BUILD_STEPS[progress.step], done, total, unit: 'points' };
  if (phase === 'drawing plan') return { label: 'Drawing the plan', done, total, unit: 'items' };
  if (phase === 'reading photos') return { label: 'Reading photos', done, total, unit: 'items' };
  if (phase === 'registering') return { label: 'Registering', done, total, unit: 'items' };
  if (phase === 'reading tree') return { label: 'Reading the object tree', done, total, unit: 'items' };
  if (phase === 'storing tree') return { label: 'Storing the object tree', done, total, unit: 'items' };
  if (phase === 'unpacking') return { label: `Unpacking ${layer}`, done, total, unit: 'bytes' };
  if (phase === 'uploading') return { label: `Sending ${layer} to the store of files`, done, total, unit: 'bytes' };
  if (phase === 'checking') return { label: `Checking ${layer}`, done, total, unit: 'items' };
  return { label: `Copying ${layer}`, done, total, unit: 'bytes' };
}
