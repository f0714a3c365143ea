import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '@overlook/db';
import type { JobProgress } from '@overlook/db/schema';
import { type ClaimedJob, renewLease } from './leases.ts';

/** Longest time between two beats: a cancellation is noticed, and progress is stored, after at most this time. */
const BEAT_MS = 1000;

export interface HeartbeatOptions {
  readonly db: Db;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly leaseMs: number;
  /** Called once, when another process has taken the job, or the job was cancelled. */
  onEnd(why: 'lost' | 'cancelled'): void;
}

/** Renews the lease of a job while it is worked on. */
export interface Heartbeat {
  /** The progress of the work; the next beat stores it. */
  report(progress: JobProgress): void;
  /** Resolves when no write is running any more. */
  stop(): Promise<void>;
}

/** Renews the lease three times in its length, and at least once a second, until it is stopped or the job is lost. */
export function startHeartbeat(job: ClaimedJob, { db, log, leaseMs, onEnd }: HeartbeatOptions): Heartbeat {
  let progress: JobProgress | undefined;
  let beating: Promise<void> | null = null;
  let hasEnded = false;
  const beat = async () => {
    const reported = progress;
    try {
      const state = await renewLease(db, job, { leaseMs, progress: reported });
      if (progress === reported) progress = undefined;
      if (state === 'held' || hasEnded) return;
      hasEnded = true;
      onEnd(state);
    } catch (error) {
      log.warn({ err: error, job: job.id }, 'the lease of a job could not be renewed');
    }
  };
  const timer = setInterval(() => (beating ??= beat().finally(() => (beating = null))), Math.min(BEAT_MS, leaseMs / 3));
  return {
    report: (reported) => void (progress = reported),
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
}
