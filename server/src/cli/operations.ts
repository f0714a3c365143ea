import type { JobProgress } from '@overlook/db/schema';
import { z } from 'zod';
import { IMPORT_JOBS, SITE_IMPORT_JOB } from '../publish/import/import-job.ts';
import {
  listSources,
  removeSource,
  setSource,
  setSourceSchema,
  siteOfSourcesSchema,
  sourceNameSchema,
} from '../publish/object-tree/source-settings.ts';
import { exportPoints, exportPointsSchema } from '../publish/points/export-points.ts';
import { deleteSite, listSites } from '../publish/register/stored-sites.ts';
import { importRequestSchema, checkedInput } from '../publish/import-request.ts';
import { addJob, cancelJob, listJobs } from '../services/jobs/stored-jobs.ts';
import { followJob } from '../services/jobs/follow-job.ts';
import type { SecretBox } from '../services/secret-box.ts';
import { addShare, addShareSchema, listShares, revokeShare, shareIdSchema, type ShareStores } from './share.ts';
import { createUser, createUserSchema } from './create-user.ts';

export interface OperationContext {
  signal: AbortSignal;
  onProgress(progress: JobProgress): void;
}

/** An operation of the command line, run here or in the running server. Its input is not checked yet. */
export type Operation = (input: unknown, context: OperationContext) => Promise<unknown>;
export type OperationName =
  | 'site.addImport'
  | 'site.list'
  | 'site.delete'
  | 'site.exportPoints'
  | 'job.list'
  | 'job.watch'
  | 'job.cancel'
  | 'source.list'
  | 'source.set'
  | 'source.remove'
  | 'share.list'
  | 'share.create'
  | 'share.revoke'
  | 'user.create'
  | 'db.migrate';

export interface OperationStores extends ShareStores {
  /** `<DATA_DIR>/files` */
  filesDir: string;
  secrets: SecretBox;
  /** Memory limit for writing a whole cloud, MiB. */
  convertMemoryMb?: number;
  /** Called after sites or users have changed, so that a server can clear its caches. */
  onChange?: () => void;
}

const jobSchema = z.object({ id: z.uuid('is no id of a job; see overlook job list') });

/** The operations over an open database. */
export function operatorOperations(stores: OperationStores): Record<OperationName, Operation> {
  const { db } = stores;
  const changing = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    stores.onChange?.();
    return result;
  };
  return {
    // It only adds the job: the client follows it with `job.watch`.
    'site.addImport': async (input) => ({
      id: await addJob(db, SITE_IMPORT_JOB, checkedInput(importRequestSchema, input)),
    }),
    'site.list': async () => ({ sites: await listSites(db) }),
    'site.delete': async (input) => ({
      site: await changing(deleteSite(stores, checkedInput(z.object({ slug: z.string() }), input).slug)),
    }),
    'site.exportPoints': (input, context) => exportPoints(stores, checkedInput(exportPointsSchema, input), context),
    'job.list': async () => ({ jobs: await listJobs(db) }),
    'job.watch': async (input, context) => ({
      job: await followJob(db, checkedInput(jobSchema, input).id, { ...context, kinds: IMPORT_JOBS }),
    }),
    'job.cancel': async (input) => ({ job: await cancelJob(db, checkedInput(jobSchema, input).id, IMPORT_JOBS) }),
    'source.list': async (input) => ({ sources: await listSources(stores, checkedInput(siteOfSourcesSchema, input)) }),
    'source.set': async (input) => ({ source: await setSource(stores, checkedInput(setSourceSchema, input)) }),
    'source.remove': async (input) => ({ source: await removeSource(stores, checkedInput(sourceNameSchema, input)) }),
    'share.list': async () => ({ shares: await listShares(db) }),
    'share.create': (input) => addShare(stores, checkedInput(addShareSchema, input)),
    'share.revoke': async (input) => ({ share: await revokeShare(db, checkedInput(shareIdSchema, input)) }),
    'user.create': (input) => changing(createUser(stores, checkedInput(createUserSchema, input))),
    // Opening the database has migrated it already.
    'db.migrate': async () => ({ status: 'success' }),
  };
}
