import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '@overlook/db';
import { sweepAttachments } from '../domains/attachments/sweep-attachments.ts';
import { forgottenPasswordHandler } from '../domains/auth/password/forgotten-password.ts';
import { cropHandler } from '../domains/exports/crop-handler.ts';
import { CROP_JOB } from '../domains/exports/crop-job.ts';
import { sweepExports } from '../domains/exports/sweep-exports.ts';
import { sweepMessages } from '../domains/feedback/send-feedback.ts';
import { uploadHandler } from '../domains/uploads/publish-upload.ts';
import { sweepDeliveries } from '../domains/uploads/sweep-deliveries.ts';
import { sweepUploads } from '../domains/snapshots/sweep-pictures.ts';
import type { Env } from '../env.ts';
import { sweepIncoming } from '../storage/receive-file.ts';
import { keepBuild } from '../files/kept-builds.ts';
import { createMeshIndexes } from '../meshes/mesh-indexes.ts';
import { meshProcesses } from '../meshes/meshes-process.ts';
import { exportInProcess } from '../pointclouds/export/export-process.ts';
import { IMPORT_JOBS, siteImportHandler } from '../publish/import/import-job.ts';
import { makePlan } from '../publish/site-plan/make-plan.ts';
import { queueTreeFolding, foldTreeHandler } from '../publish/object-tree/fold-tree.ts';
import { queueSitePlans, sitePlanHandler } from '../publish/site-plan/plan-job.ts';
import { sweepAudit } from '../domains/audit/retention.ts';
import { systemClock } from '../services/clock.ts';
import { everyDay } from '../services/every-day.ts';
import { pruneJobs } from '../services/jobs/stored-jobs.ts';
import { createWorker } from '../services/jobs/worker.ts';
import { mailHandler } from '../services/mail/deliver-mail.ts';
import { openMailTransport } from '../services/mail/open-transport.ts';
import { createMailQueue } from '../services/mail/queue-mail.ts';

export interface BackgroundWork {
  /** Finishes running jobs, or releases them. */
  stop(): Promise<void>;
}

interface BackgroundStores {
  env: Env;
  db: Db;
  /** `<DATA_DIR>/files` */
  filesDir: string;
  /** Folder of the built web app. */
  webDir: string;
  log: FastifyBaseLogger;
  /** Called after sites have changed. */
  onSitesChange(): void;
}

/** Starts the work of this process outside requests: jobs of the jobs table, and the daily removal of expired data. */
export function startBackgroundWork({
  env,
  db,
  filesDir,
  webDir,
  log,
  onSitesChange,
}: BackgroundStores): BackgroundWork {
  const transport = openMailTransport(env, log);
  const from = { name: env.productName, address: env.mailFrom };
  const mail = createMailQueue(env.productName);
  const handlers = [
    mailHandler({ db, transport, from }),
    forgottenPasswordHandler({ db, env, mail, clock: systemClock }),
  ];
  // Imports take hours and memory: one at a time, and no other job waits for them.
  const { convertMemoryMb } = env;
  const imports = [
    siteImportHandler({ db, filesDir, convertMemoryMb, makePlan, onChange: onSitesChange }),
    uploadHandler({ db, filesDir, convertMemoryMb, makePlan, onChange: onSitesChange }),
    sitePlanHandler({ db, filesDir, memoryMb: convertMemoryMb, makePlan }),
    foldTreeHandler({ db }),
  ];
  const meshIndexes = createMeshIndexes({ filesDir, memoryMb: convertMemoryMb, index: meshProcesses.index });
  const exporting = { exportCloud: exportInProcess, meshes: meshProcesses, meshIndexes };
  const exports = [cropHandler({ db, filesDir, env, mail, clock: systemClock, ...exporting })];
  const workers = [
    createWorker({ db, log, handlers }),
    createWorker({ db, log, handlers: imports, places: 1 }),
    // Two at a time: a small one does not wait for a large one.
    createWorker({ db, log, handlers: exports, places: 2 }),
  ];
  for (const worker of workers) worker.start();
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, `${what} not swept`);
  const sweeps = [
    everyDay(() => sweepAudit({ db, clock: systemClock }), failed('audit')),
    everyDay(() => sweepMessages({ db, clock: systemClock }), failed('messages')),
    everyDay(() => sweepUploads({ db, filesDir, clock: systemClock }), failed('pictures')),
    everyDay(() => sweepIncoming({ filesDir, clock: systemClock }), failed('unfinished uploads')),
    everyDay(() => sweepAttachments({ db, filesDir, clock: systemClock }), failed('attachments')),
    everyDay(() => sweepExports({ db, filesDir, clock: systemClock }), failed('exports')),
    everyDay(() => keepBuild({ webDir, filesDir, clock: systemClock }), failed('builds of the web app')),
    everyDay(() => sweepDeliveries({ db, filesDir, clock: systemClock }), failed('deliveries')),
    ...IMPORT_JOBS.map((kind) => everyDay(() => pruneJobs(db, kind), failed('jobs'))),
    everyDay(() => pruneJobs(db, CROP_JOB), failed('jobs of exports')),
  ];
  queueSitePlans(db).catch((error: unknown) => log.error({ err: error }, 'plans of sites not asked for'));
  queueTreeFolding(db).catch((error: unknown) => log.error({ err: error }, 'folding of object trees not asked for'));
  return {
    async stop() {
      for (const sweep of sweeps) sweep.stop();
      await Promise.all(workers.map((worker) => worker.stop()));
      transport.close();
    },
  };
}
