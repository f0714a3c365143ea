import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '@overlook/db';
import type { JobKind } from './job-kind.ts';
import { type ClaimedJob, claimJob, completeJob, failJob, releaseJob, renewLease, retryJob } from './leases.ts';

/** A job is lost to another process this long after its own process was killed; renewed three times as often. */
const LEASE_MS = 30_000;

/** How often the table is looked at while nothing is due, and after the database has not answered. */
const POLL_MS = 1000;
const POLL_AFTER_FAILURE_MS = 5000;

/** Trying again cannot help: the job ends in `error` with this message. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/** Does one kind of work. */
export interface JobHandler {
  readonly kind: Omit<JobKind<never>, 'payload'>;
  /**
   * Does the work of one job. It may be done twice, when a process is killed after it and before the table knows: the
   * handler sees to that. The signal is aborted when the server stops or the job has been taken over; a handler that
   * stops for it throws, one that is nearly done may finish. Throws `GivenUp` where trying again cannot help.
   */
  run(payload: Record<string, unknown>, signal: AbortSignal): Promise<void>;
}

/** A handler whose payload is checked before it sees it. */
export function jobHandler<T extends Record<string, unknown>>(
  kind: JobKind<T>,
  run: (payload: T, signal: AbortSignal) => Promise<void>,
): JobHandler {
  return {
    kind,
    async run(stored, signal) {
      const payload = kind.payload.safeParse(stored);
      if (!payload.success) throw new GivenUp('The job does not say what its kind needs.');
      await run(payload.data, signal);
    },
  };
}

export interface WorkerOptions {
  readonly db: Db;
  readonly handlers: readonly JobHandler[];
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Jobs at once. */
  readonly places?: number;
  readonly leaseMs?: number;
}

/** Works through the jobs table; any number of workers, in any number of processes, share it. */
export interface Worker {
  start(): void;
  /** Works until nothing is due. */
  runDue(): Promise<void>;
  /** Takes no more jobs, tells those under way to stop, and resolves when they have. Safe to call twice. */
  stop(): Promise<void>;
}

export function createWorker({ db, handlers, log, places = 2, leaseMs = LEASE_MS }: WorkerOptions): Worker {
  const byName = new Map(handlers.map((handler) => [handler.kind.name, handler]));
  const stopping = new AbortController();
  let loops: Promise<unknown> | null = null;

  async function attempt(job: ClaimedJob, { kind, run }: JobHandler): Promise<void> {
    const lost = new AbortController();
    const heartbeat = setInterval(() => {
      renewLease(db, job, leaseMs).then(
        (isHeld) => isHeld || lost.abort(),
        (error: unknown) => log.warn({ err: error, job: job.id }, 'the lease of a job could not be renewed'),
      );
    }, leaseMs / 3);
    try {
      if (job.attempt > kind.attempts) throw new GivenUp('The server was stopped each time this was tried.');
      await run(job.payload, AbortSignal.any([stopping.signal, lost.signal]));
      await completeJob(db, job, kind);
    } catch (error) {
      await settleFailure(job, kind, error);
    } finally {
      clearInterval(heartbeat);
    }
  }

  async function settleFailure(job: ClaimedJob, kind: JobHandler['kind'], error: unknown): Promise<void> {
    if (stopping.signal.aborted && !(error instanceof GivenUp)) return releaseJob(db, job);
    const message = error instanceof Error ? error.message : String(error);
    const isLast = error instanceof GivenUp || job.attempt >= kind.attempts;
    log[isLast ? 'error' : 'warn']({ err: error, job: job.id, kind: kind.name, attempt: job.attempt }, 'a job failed');
    await (isLast ? failJob(db, job, message) : retryJob(db, job, message, kind.backOffMs(job.attempt)));
  }

  async function runDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      const job = await claimJob(db, [...byName.keys()], leaseMs);
      if (!job) return;
      await attempt(job, byName.get(job.kind)!);
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const waitMs = await runDue().then(
        () => POLL_MS,
        (error: unknown) => {
          log.error({ err: error }, 'the jobs cannot be read');
          return POLL_AFTER_FAILURE_MS;
        },
      );
      // Aborted: the loop ends.
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    start() {
      loops ??= Promise.all(Array.from({ length: places }, loop));
    },
    runDue,
    async stop() {
      stopping.abort();
      await loops;
    },
  };
}
