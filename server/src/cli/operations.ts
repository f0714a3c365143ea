import type { JobProgress } from '@overlook/db/schema';
import { z } from 'zod';
import type { Checks } from '@overlook/shared/schemas';
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
import { setSiteSystem, siteSystemSchema } from '../publish/register/site-system.ts';
import { deleteSite, listSites } from '../publish/register/stored-sites.ts';
import { requestQueue } from '../publish/import/import-queue.ts';
import { importRequestSchema, checkedInput } from '../publish/import-request.ts';
import { addJob, cancelJob, listJobs } from '../services/jobs/stored-jobs.ts';
import { followJob } from '../services/jobs/follow-job.ts';
import { StoredFolders } from '../storage/folders/stored-folders.ts';
import { FolderStore } from '../storage/objects/folder-store.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import type { SecretBox } from '../services/secret-box.ts';
import { backUp, backUpSchema, type BackUpStores } from '../backup/back-up.ts';
import { drillRecordSchema, recordDrill } from '../backup/backup-records.ts';
import { checkStorage, checkStorageSchema } from './check-storage.ts';
import { moveStorage, moveStorageSchema } from './move-storage.ts';
import { addShare, addShareSchema, listShares, revokeShare, shareIdSchema, type ShareStores } from './share.ts';
import { verifyFile, verifySchema } from './verify-file.ts';
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
  | 'site.system'
  | 'site.exportPoints'
  | 'job.list'
  | 'job.watch'
  | 'job.cancel'
  | 'source.list'
  | 'source.set'
  | 'source.remove'
  | 'storage.check'
  | 'storage.move'
  | 'share.list'
  | 'share.create'
  | 'share.revoke'
  | 'instance.check'
  | 'user.create'
  | 'db.migrate'
  | 'backup.create'
  | 'drill.record'
  | 'measurements.verify';

export interface OperationStores extends ShareStores, BackUpStores {
  env: ShareStores['env'] & BackUpStores['env'];
  /** `<DATA_DIR>/files` */
  filesDir: string;
  /** Files that are one object each; below `filesDir` without it. */
  objects?: ObjectStore;
  /** Versions of layers and exact clouds, in these. */
  folders?: StoredFolders;
  secrets: SecretBox;
  /** Makes the checks of the installation; not needed where nobody asks for them. */
  check?: () => Promise<Checks>;
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
    'site.addImport': async (input) => {
      const request = checkedInput(importRequestSchema, input);
      return { id: await addJob(db, SITE_IMPORT_JOB, request, { queue: requestQueue(request) }) };
    },
    'site.list': async () => ({ sites: await listSites(db) }),
    'site.delete': async (input) => ({
      site: await changing(deleteSite(stores, checkedInput(z.object({ slug: z.string() }), input).slug)),
    }),
    'site.system': async (input) => ({
      site: await changing(setSiteSystem(db, checkedInput(siteSystemSchema, input))),
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
    'storage.check': (input, context) => {
      const { filesDir, objects = new FolderStore(filesDir) } = stores;
      const { folders = new StoredFolders({ filesDir, objects }) } = stores;
      return checkStorage({ db, objects, folders }, checkedInput(checkStorageSchema, input), context);
    },
    'storage.move': (input, context) => moveStorage(stores, checkedInput(moveStorageSchema, input), context),
    'share.list': async () => ({ shares: await listShares(db) }),
    'share.create': (input) => addShare(stores, checkedInput(addShareSchema, input)),
    'share.revoke': async (input) => ({ share: await revokeShare(db, checkedInput(shareIdSchema, input)) }),
    'user.create': (input) => changing(createUser(stores, checkedInput(createUserSchema, input))),
    'instance.check': () => stores.check!(),
    // Opening the database has migrated it already.
    'db.migrate': async () => ({ status: 'success' }),
    'backup.create': (input, context) => backUp(stores, checkedInput(backUpSchema, input), context),
    'measurements.verify': (input, context) => {
      const { filesDir, objects = new FolderStore(filesDir) } = stores;
      const { folders = new StoredFolders({ filesDir, objects }) } = stores;
      return verifyFile({ ...stores, folders }, checkedInput(verifySchema, input), context);
    },
    'drill.record': async (input) => {
      await recordDrill(db, checkedInput(drillRecordSchema, input));
      return { status: 'success' };
    },
  };
}
