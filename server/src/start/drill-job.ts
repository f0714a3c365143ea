import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Db } from '@overlook/db';
import { recordDrill } from '../backup/backup-records.ts';
import type { BackupPlace } from '../backup/backup-target.ts';
import { drill } from '../cli/drill.ts';
import { failureOf, recordOf } from '../cli/record-drill.ts';
import type { Env } from '../env.ts';
import { doublingBackOff, type JobHandler, jobHandler, type JobKind } from '../services/jobs/job-handler.ts';
import type { Scheduled } from '../services/jobs/schedule.ts';
import { addJob } from '../services/jobs/stored-jobs.ts';

const DRILL_JOB: JobKind<Record<string, never>> = {
  name: 'drill',
  payload: z.strictObject({}),
  attempts: 3,
  // The first drill may be due while the first backup is made.
  backOffMs: doublingBackOff(600_000, 3_600_000),
  isKept: false,
};

type Backups = NonNullable<Env['backups']>;
type Drills = NonNullable<Backups['drills']>;

/** Makes a drill with the newest backup of the settings, and stores its outcome. It takes long. */
export const drillHandler = (
  { db, env, log }: { db: Db; env: BackupPlace; log: Pick<FastifyBaseLogger, 'error'> },
  { to, keyFile }: Backups,
  { scratch }: Drills,
): JobHandler =>
  jobHandler(DRILL_JOB, async (_, { signal, report }) => {
    const context = { signal, onProgress: report };
    const drilled = await drill({ to, keyFile }, { place: env, scratch, at: null }, context).catch(
      async (error: unknown) => {
        if (!signal.aborted) await recordDrill(db, failureOf(error));
        throw error;
      },
    );
    await recordDrill(db, recordOf(drilled));
    // The job fails, so that the list of failed jobs has it.
    const { faults } = drilled;
    if (faults.length === 0) return drilled;
    // They name sites, which not everybody may see who reads of failed jobs.
    log.error({ faults }, 'the drill found faults');
    throw new Error(
      `The drill of the backup of ${drilled.at} found faults: ${faults.length}. The server's log names them.`,
    );
  });

/** A drill as often as the settings say, if they do. */
export const scheduledDrills = (backups: Env['backups']): Scheduled[] =>
  backups?.drills ? [{ name: 'drill', everyMs: backups.drills.everyMs, add: (tx) => addJob(tx, DRILL_JOB, {}) }] : [];
