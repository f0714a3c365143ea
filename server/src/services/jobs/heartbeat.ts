import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '@overlook/db';
import type { JobProgress } from '@overlook/db/schema';
import { type ClaimedJob, renewLease } from './leases.ts';

/** Longest time between two beats: so soon is a cancellation noticed, and so old may the progress be that others read. */
const BEAT_MS = 1000;

export interface HeartbeatOptions {
  readonly db: Db;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly leaseMs: number;
  /** Called once: the job is another's, or is to stop. */
  onEnd(why: 'lost' | 'cancelled'): void;
}

/** Keeps a job in hand while it is worked on. */
export interface Heartbeat {
  /** How far the work is; the next beat writes it down. */
  report(progress: JobProgress): void;
  /** Resolves when nothing is being written any more. */
  stop(): Promise<void>;
}

/** Renews the lease three times in its length, and at least once a second, until it is stopped or the job is lost. */
export function startHeartbeat(job: ClaimedJob, { db, log, leaseMs, onEnd }: HeartbeatOptions): Heartbeat {
  let progress: JobProgress | undefined;
  let beating: Promise<void> | null = null;
  let hasEnded = false;
  const beat = async () => {
    const told = progress;
    try {
      const state = await renewLease(db, job, { leaseMs, progress: told });
      if (progress === told) progress = undefined;
      if (state === 'held' || hasEnded) return;
      hasEnded = true;
      onEnd(state);
    } catch (error) {
      log.warn({ err: error, job: job.id }, 'the lease of a job could not be renewed');
    }
  };
  const timer = setInterval(() => (beating ??= beat().finally(() => (beating = null))), Math.min(BEAT_MS, leaseMs / 3));
  return {
    report: (told) => void (progress = told),
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
}
