import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '@overlook/db';
import type { JobProgress } from '@overlook/db/schema';
import { INSTANCE_MESSAGES } from '@overlook/shared/messages';
import { conflict, unavailable } from '../../errors/app-error.ts';
import { said } from '../../errors/said.ts';
import type { JobKind } from './job-handler.ts';
import { findJob, type StoredJob } from './stored-jobs.ts';

/** Interval between two reads of a followed job. */
const LOOK_MS = 200;

export interface FollowOptions {
  /** Kinds that can be followed: their jobs are kept when they have ended. */
  readonly kinds: readonly Pick<JobKind<never>, 'name'>[];
  /** Ends the following, not the job. */
  readonly signal: AbortSignal;
  onProgress(progress: JobProgress): void;
}

/**
 * Watches a job until it has ended with any result. Throws `AppError` NOT_FOUND when there is none, CONFLICT when it is
 * of another kind, UNAVAILABLE when `signal` aborts before.
 */
export async function followJob(
  db: Db,
  id: string,
  { kinds, signal, onProgress }: FollowOptions,
): Promise<StoredJob & { result: unknown }> {
  let shown = '';
  for (;;) {
    const job = await findJob(db, id);
    if (!kinds.some(({ name }) => name === job.kind))
      throw conflict(said(INSTANCE_MESSAGES, 'job.notWatched', { kind: job.kind }));
    if (job.state !== 'pending' && job.state !== 'running') return job;
    const progress = progressOf(job);
    const text = JSON.stringify(progress);
    if (text !== shown) onProgress(progress);
    shown = text;
    // Aborted: handled below.
    await delay(LOOK_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) throw unavailable(said(INSTANCE_MESSAGES, 'job.noLongerWatched', { id }));
  }
}

/** The text for an unfinished job: its progress, or the reason for waiting. */
function progressOf({ state, progress, message, isCancelRequested }: StoredJob): JobProgress {
  const words = (label: string): JobProgress => ({ label, done: 0, total: null, unit: 'items' });
  if (isCancelRequested) return words('Cancelling');
  if (state === 'pending') return words(message === null ? 'Waiting' : `Trying again soon: ${message}`);
  return progress ?? words('Beginning');
}
