import type { Db } from '@overlook/db';
import type { JobFailure, JobProgress } from '@overlook/db/schema';
import type { z } from 'zod';

/** A kind of work outside requests: its payload, and its number of attempts. */
export interface JobKind<T extends Record<string, unknown>> {
  readonly name: string;
  readonly payload: z.ZodType<T>;
  /** Attempts before it ends in `error`; one that a killed process did not finish does not count, the crash does. */
  readonly attempts: number;
  /** Wait before the next attempt, after `attempt` (from 1) has failed. */
  backOffMs(attempt: number): number;
  /** Whether the row is kept after the work, for the list of jobs. */
  readonly isKept: boolean;
  /** Of the jobs that are due, those with the highest are done first; 0 without. */
  readonly priority?: number;
}

/** Waits that double from `firstMs` up to `longestMs`. */
export const doublingBackOff = (firstMs: number, longestMs: number) => (attempt: number) =>
  Math.min(longestMs, firstMs * 2 ** (attempt - 1));

/** Another attempt cannot help: the job ends in `error` with this message, or with that of its cause. */
export class UnrecoverableError extends Error {
  override readonly name = 'UnrecoverableError';
}

/** One attempt at a job, as its handler sees it. */
export interface JobRun {
  /**
   * Aborted when the server stops, the job is cancelled or another has taken it over; a handler that stops then throws;
   * one that has nearly finished may finish.
   */
  readonly signal: AbortSignal;
  report(progress: JobProgress): void;
  /**
   * Ends the job in the transaction that stores its result, so that both or none are stored and the work is done once.
   * Throws when the job was cancelled or another has taken it over. Without it the job ends when the handler returns.
   */
  complete(tx: Db, result: unknown): Promise<void>;
}

/** Does one kind of work. */
export interface JobHandler {
  readonly kind: Omit<JobKind<never>, 'payload'>;
  /**
   * Runs the work of one job and resolves to its result. It may run twice, when a process is killed after it and before
   * the row is updated: the handler must allow that. Throws `UnrecoverableError` where another attempt cannot help.
   */
  run(payload: Record<string, unknown>, run: JobRun): Promise<unknown>;
  /**
   * Stores the consequences of the job's end in `error`, in the transaction that ends it; not when it was cancelled.
   */
  failed?(tx: Db, payload: Record<string, unknown>, failure: JobFailure): Promise<void>;
}

/** A handler whose payload is checked before it sees it. */
export function jobHandler<T extends Record<string, unknown>>(
  kind: JobKind<T>,
  work: (payload: T, run: JobRun) => Promise<unknown>,
  onFailed?: (tx: Db, payload: T, failure: JobFailure) => Promise<void>,
): JobHandler {
  return {
    kind,
    async run(stored, run) {
      const payload = kind.payload.safeParse(stored);
      if (!payload.success) throw new UnrecoverableError('The payload of the job does not fit its kind.');
      return work(payload.data, run);
    },
    async failed(tx, stored, failure) {
      const payload = kind.payload.safeParse(stored);
      if (payload.success) await onFailed?.(tx, payload.data, failure);
    },
  };
}
