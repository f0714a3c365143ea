import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '@overlook/db';
import { z } from 'zod';
import { sweepAttachments } from '../domains/attachments/sweep-attachments.ts';
import { sweepAudit } from '../domains/audit/retention.ts';
import { CROP_JOB } from '../domains/exports/crop-job.ts';
import { sweepExports } from '../domains/exports/sweep-exports.ts';
import { sweepMessages } from '../domains/feedback/send-feedback.ts';
import { sweepUploads } from '../domains/snapshots/sweep-pictures.ts';
import { sweepDeliveries } from '../domains/uploads/sweep-deliveries.ts';
import { IMPORT_JOBS } from '../publish/import/import-job.ts';
import { type Clock, DAY_MS, systemClock } from '../services/clock.ts';
import { everyDay } from '../services/every-day.ts';
import { doublingBackOff, type JobHandler, jobHandler, type JobKind } from '../services/jobs/job-handler.ts';
import type { Scheduled } from '../services/jobs/schedule.ts';
import { addJob, pruneJobs } from '../services/jobs/stored-jobs.ts';
import { sweepPacked } from '../storage/folders/named-folders.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { sweepIncoming } from '../storage/receive-file.ts';

interface SweepStores {
  readonly db: Db;
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

/** What is removed once a day because its time is over. */
const SWEEPS = {
  audit: ({ db, clock }: SweepStores) => sweepAudit({ db, clock }),
  messages: ({ db, clock }: SweepStores) => sweepMessages({ db, clock }),
  pictures: ({ db, objects, clock }: SweepStores) => sweepUploads({ db, objects, clock }),
  /** Added by servers of the release before only: each process sweeps its own folder. */
  incoming: ({ filesDir, clock }: SweepStores) => sweepIncoming({ filesDir, clock }),
  attachments: ({ db, objects, clock }: SweepStores) => sweepAttachments({ db, objects, clock }),
  exports: ({ db, objects, clock }: SweepStores) => sweepExports({ db, objects, clock }),
  folders: ({ db, objects, clock }: SweepStores) => sweepPacked({ db, objects }, clock.now().getTime() - DAY_MS),
  objects: ({ objects, clock }: SweepStores) => objects.removeUnfinished(clock.now().getTime() - DAY_MS),
  deliveries: (stores: SweepStores) => sweepDeliveries(stores),
  jobs: async ({ db }: SweepStores) => {
    for (const kind of [...IMPORT_JOBS, CROP_JOB]) await pruneJobs(db, kind);
  },
} as const;
type Sweep = keyof typeof SWEEPS;
const NAMES = Object.keys(SWEEPS) as [Sweep, ...Sweep[]];

const SWEEP_JOB: JobKind<{ what: Sweep }> = {
  name: 'sweep',
  payload: z.object({ what: z.enum(NAMES) }),
  attempts: 3,
  backOffMs: doublingBackOff(60_000, 600_000),
  isKept: false,
  priority: -10,
};

/** Removes what a job names. A second run finds nothing more. */
export const sweepHandler = (stores: SweepStores): JobHandler =>
  jobHandler(SWEEP_JOB, ({ what }) => SWEEPS[what](stores));

/** Each sweep, once a day. */
export const DAILY_SWEEPS: readonly Scheduled[] = NAMES.filter((what) => what !== 'incoming').map((what) => ({
  name: `sweep.${what}`,
  everyMs: DAY_MS,
  add: (tx) => addJob(tx, SWEEP_JOB, { what }),
}));

/** Removes once a day what killed processes have left in the folder of this process: others may not see it. */
export const startSweepingIncoming = (filesDir: string, log: FastifyBaseLogger): { stop(): void } =>
  everyDay(
    () => sweepIncoming({ filesDir, clock: systemClock }),
    (error: unknown) => log.error({ err: error }, 'what was being received is not swept'),
  );
