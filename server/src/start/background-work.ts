import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '@overlook/db';
import { forgottenPasswordHandler } from '../domains/auth/password/forgotten-password.ts';
import { cropHandler } from '../domains/exports/crop-handler.ts';
import { uploadHandler } from '../domains/uploads/publish-upload.ts';
import type { Env } from '../env.ts';
import type { FileStores } from '../storage/folders/open-stores.ts';
import { createMeshIndexes } from '../meshes/mesh-indexes.ts';
import { meshProcesses } from '../meshes/meshes-process.ts';
import { exportInProcess } from '../pointclouds/export/export-process.ts';
import { siteImportHandler } from '../publish/import/import-job.ts';
import { makePlan } from '../publish/site-plan/make-plan.ts';
import { queueTreeFolding, foldTreeHandler } from '../publish/object-tree/fold-tree.ts';
import { nodeFs } from '../errors/publish-fs.ts';
import { removeVersions } from '../publish/register/settle-layers.ts';
import { queueSitePlans, sitePlanHandler } from '../publish/site-plan/plan-job.ts';
import { systemClock } from '../services/clock.ts';
import { keepSchedule, type Scheduled } from '../services/jobs/schedule.ts';
import { createWorker, type Worker } from '../services/jobs/worker.ts';
import { mailHandler } from '../services/mail/deliver-mail.ts';
import { openMailTransport } from '../services/mail/open-transport.ts';
import { createMailQueue } from '../services/mail/queue-mail.ts';
import { backupHandler, scheduledBackups } from './backup-job.ts';
import { drillHandler, scheduledDrills } from './drill-job.ts';
import { DAILY_SWEEPS, sweepHandler } from './sweeps.ts';
import { importQueuesOf, WORK_KINDS, type WorkKind } from '../services/jobs/work-kinds.ts';

export interface BackgroundWork {
  /** A job of this kind may have been added; null: of any. */
  wake(kind: string | null): void;
  /** Finishes running jobs, or releases them. */
  stop(): Promise<void>;
}

interface BackgroundStores extends FileStores {
  env: Env;
  db: Db;
  log: FastifyBaseLogger;
  /** All unless given. */
  kinds?: readonly WorkKind[];
  /** Called after sites have changed. */
  onSitesChange(): void;
}

/** Starts the work of this process outside requests: jobs of the jobs table, and adding those that are due each day. */
export function startBackgroundWork({
  env,
  db,
  log,
  kinds = WORK_KINDS,
  onSitesChange,
  ...files
}: BackgroundStores): BackgroundWork {
  const transport = openMailTransport(env, log);
  const mail = createMailQueue(env.productName);
  const { backups, convertMemoryMb } = env;
  const { folders } = files;
  const stores = { db, env, ...files, convertMemoryMb, makePlan, onChange: onSitesChange };
  const meshIndexes = createMeshIndexes({ folders, memoryMb: convertMemoryMb, index: meshProcesses.index });
  const exporting = { exportCloud: exportInProcess, meshes: meshProcesses, meshIndexes };
  const removeUnused = (filepaths: readonly string[]) => removeVersions(filepaths, { db, ...files, fs: nodeFs });
  const queues = importQueuesOf(kinds);
  const workers: Worker[] = [];
  if (kinds.includes('mail')) {
    const from = { name: env.productName, address: env.mailFrom };
    const handlers = [
      mailHandler({ db, transport, from }),
      forgottenPasswordHandler({ db, env, mail, clock: systemClock }),
    ];
    workers.push(createWorker({ db, log, handlers }));
  }
  // Imports take hours and memory: one at a time, and no other job waits for them.
  if (queues.length > 0)
    workers.push(
      createWorker({ db, log, handlers: [siteImportHandler(stores), uploadHandler(stores)], queues, places: 1 }),
    );
  // Two at a time: a small one does not wait for a large one.
  if (kinds.includes('exports')) {
    const handlers = [cropHandler({ db, ...files, env, mail, clock: systemClock, ...exporting })];
    workers.push(createWorker({ db, log, handlers, places: 2 }));
  }
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, `${what} not added`);
  const endings: (() => Promise<unknown>)[] = [];
  if (kinds.includes('upkeep')) {
    const handlers = [
      sitePlanHandler({ db, folders, memoryMb: convertMemoryMb, makePlan, removeUnused }),
      foldTreeHandler({ db }),
      sweepHandler({ db, ...files, clock: systemClock }),
    ];
    workers.push(createWorker({ db, log, handlers, places: 1 }));
    if (backups) workers.push(backupWorker({ ...stores, log }, backups));
    const schedule = keepSchedule(db, dueWork(env), failed('what is due'));
    endings.push(() => schedule.stop());
    queueSitePlans(db).catch(failed('plans of sites'));
    queueTreeFolding(db).catch(failed('folding of object trees'));
  }
  for (const worker of workers) worker.start();
  return {
    wake: (kind) => {
      for (const worker of workers) worker.wake(kind);
    },
    async stop() {
      await Promise.all([...workers.map((worker) => worker.stop()), ...endings.map((end) => end())]);
      transport.close();
    },
  };
}

/** One of both at a time, each of which takes long. */
const backupWorker = (
  stores: Pick<BackgroundStores, 'db' | 'env' | 'filesDir' | 'objects' | 'log'>,
  backups: NonNullable<Env['backups']>,
): Worker =>
  createWorker({
    ...stores,
    handlers: [
      backupHandler(stores, backups),
      ...(backups.drills ? [drillHandler(stores, backups, backups.drills)] : []),
    ],
    places: 1,
  });

const dueWork = ({ backups }: Env): Scheduled[] => [
  ...DAILY_SWEEPS,
  ...scheduledBackups(backups),
  ...scheduledDrills(backups),
];
