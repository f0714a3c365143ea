import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '@overlook/db';
import { CANCELLED, describeFailure } from '../../errors/failure.ts';
import { startHeartbeat } from './heartbeat.ts';
import { UnrecoverableError, type JobHandler } from './job-handler.ts';
import { type ClaimedJob, claimJob, completeJob, failJob, releaseJob, renewLease, retryJob } from './leases.ts';

/** Another process takes a job over this long after the job's process was killed. */
const LEASE_MS = 12_000;

/**
 * A job that was running at this many ends of its process counts as their cause: it is not started again. Two happen to
 * innocent jobs, when somebody kills the server; before the third it has waited and run without another suspect.
 */
const CRASHES_LARGEST = 3;

/** Interval between reads of the table while no job is added, and after the database has not answered. */
const POLL_MS = 1000;
const POLL_AFTER_FAILURE_MS = 5000;

export interface WorkerOptions {
  readonly db: Db;
  readonly handlers: readonly JobHandler[];
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Of the jobs that name a queue, those of these; without it all. */
  readonly queues?: readonly string[];
  /** Jobs that run at the same time. */
  readonly places?: number;
  readonly leaseMs?: number;
  readonly pollMs?: number;
  /** Works on this job alone. */
  readonly only?: string;
  /** Called when the jobs table could not be read or written; the worker tries again. */
  readonly onTrouble?: ((error: unknown) => void) | undefined;
}

/** Works through the jobs table; any number of workers, in any number of processes, share it. */
export interface Worker {
  start(): void;
  /** A job of this kind may have been added; null: of any. */
  wake(kind: string | null): void;
  /** Works until nothing is due. */
  runDue(): Promise<void>;
  /** Takes no more jobs, stops the running ones, and resolves when they have stopped. Safe to call twice. */
  stop(): Promise<void>;
}

export function createWorker(options: WorkerOptions): Worker {
  const { db, handlers, queues, log, places = 2, leaseMs = LEASE_MS, pollMs = POLL_MS, only, onTrouble } = options;
  const byName = new Map(handlers.map((handler) => [handler.kind.name, handler]));
  const stopping = new AbortController();
  const underWay = new Set<string>();
  const sleep = createSleep();
  let loops: Promise<unknown> | null = null;

  async function runDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      const job = await claimJob(db, { kinds: [...byName.keys()], queues, leaseMs, except: [...underWay], only });
      if (!job) return;
      underWay.add(job.id);
      try {
        await attemptJob(job, byName.get(job.kind)!, { db, log, leaseMs, stopping: stopping.signal });
      } finally {
        underWay.delete(job.id);
      }
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const waitMs = await runDue().then(
        () => pollMs,
        (error: unknown) => {
          log.error({ err: error }, 'the jobs cannot be read');
          onTrouble?.(error);
          return POLL_AFTER_FAILURE_MS;
        },
      );
      if (!stopping.signal.aborted) await sleep.for(waitMs);
    }
  }

  return {
    start() {
      loops ??= Promise.all(Array.from({ length: places }, loop));
    },
    wake(kind) {
      if (kind === null || byName.has(kind)) sleep.end();
    },
    runDue,
    async stop() {
      stopping.abort();
      sleep.end();
      await loops;
    },
  };
}

/** Waits that can be ended together. */
function createSleep() {
  const endings = new Set<() => void>();
  return {
    for: (durationMs: number) =>
      new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          endings.delete(end);
          resolve();
        };
        const timer = setTimeout(end, durationMs);
        endings.add(end);
      }),
    end: () => {
      for (const end of endings) end();
    },
  };
}

interface Attempting extends Required<Pick<WorkerOptions, 'db' | 'log' | 'leaseMs'>> {
  /** Aborted when the worker stops. */
  readonly stopping: AbortSignal;
}

/** Runs one attempt of a job and stores the outcome. */
async function attemptJob(job: ClaimedJob, handler: JobHandler, attempting: Attempting): Promise<void> {
  const { kind } = handler;
  const { db, leaseMs, log, stopping } = attempting;
  if (job.isCancelRequested) return void (await failJob(db, job, CANCELLED, 'cancelled'));
  const ended = { lost: new AbortController(), cancelled: new AbortController() };
  const heartbeat = startHeartbeat(job, { db, log, leaseMs, onEnd: (why) => ended[why].abort() });
  try {
    if (job.crashes >= CRASHES_LARGEST)
      throw new UnrecoverableError('The server ended three times while it worked on this, so it is not tried again.');
    const { isKept } = kind;
    const result = await handler.run(job.payload, {
      signal: AbortSignal.any([stopping, ended.lost.signal, ended.cancelled.signal]),
      report: heartbeat.report,
      async complete(tx, result) {
        const state = await renewLease(tx, job, { leaseMs });
        if (state !== 'held') {
          ended[state].abort();
          throw new Error(`The job can no longer be completed: ${state}.`);
        }
        await completeJob(tx, job, { isKept, result });
      },
    });
    await completeJob(db, job, { isKept, result });
  } catch (error) {
    if (ended.cancelled.signal.aborted) await failJob(db, job, CANCELLED, 'cancelled');
    else if (!ended.lost.signal.aborted) await settleFailure(job, handler, error, attempting);
  } finally {
    await heartbeat.stop();
  }
}

async function settleFailure(
  job: ClaimedJob,
  handler: JobHandler,
  error: unknown,
  { db, log, stopping }: Attempting,
): Promise<void> {
  const { kind } = handler;
  const isHopeless = error instanceof UnrecoverableError;
  if (stopping.aborted && !isHopeless) return releaseJob(db, job);
  const failure = describeFailure(isHopeless && error.cause !== undefined ? error.cause : error);
  const isLast = isHopeless || job.attempt >= kind.attempts;
  log[isLast ? 'error' : 'warn']({ err: error, job: job.id, kind: kind.name, attempt: job.attempt }, 'a job failed');
  if (!isLast) return retryJob(db, job, failure.error, kind.backOffMs(job.attempt));
  await db.transaction(async (tx) => {
    if (await failJob(tx, job, failure)) await handler.failed?.(tx, job.payload, failure);
  });
}
