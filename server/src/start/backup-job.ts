import { z } from 'zod';
import { backUp, type BackUpStores } from '../backup/back-up.ts';
import type { Env } from '../env.ts';
import { doublingBackOff, type JobHandler, jobHandler, type JobKind } from '../services/jobs/job-handler.ts';
import type { Scheduled } from '../services/jobs/schedule.ts';
import { addJob } from '../services/jobs/stored-jobs.ts';

const BACKUP_JOB: JobKind<Record<string, never>> = {
  name: 'backup',
  payload: z.strictObject({}),
  attempts: 3,
  backOffMs: doublingBackOff(60_000, 600_000),
  isKept: false,
};

type Backups = NonNullable<Env['backups']>;

/** Adds a backup to the place of the settings, and removes those beyond the number that is kept. It takes long. */
export const backupHandler = (stores: BackUpStores, { to, keyFile, keep }: Backups): JobHandler =>
  jobHandler(BACKUP_JOB, (_, { signal, report }) =>
    backUp(stores, { to, keyFile, keep }, { signal, onProgress: report }),
  );

/** A backup as often as the settings say, if they do. */
export const scheduledBackups = (backups: Env['backups']): Scheduled[] =>
  backups ? [{ name: 'backup', everyMs: backups.everyMs, add: (tx) => addJob(tx, BACKUP_JOB, {}) }] : [];
