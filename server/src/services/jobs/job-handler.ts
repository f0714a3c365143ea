import type { Db } from '@overlook/db';
import type { JobProgress } from '@overlook/db/schema';
import type { JobKind } from './job-kind.ts';

/** Trying again cannot help: the job ends in `error` with this message, or with what its cause says. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/** One try at a job, as whoever does it sees it. */
export interface JobRun {
  /**
   * Aborted when the server stops, the job is cancelled or another has taken it over; a handler that stops for it
   * throws, one that is nearly done may finish.
   */
  readonly signal: AbortSignal;
  report(progress: JobProgress): void;
  /**
   * Ends the job within the transaction that stores what it was for, so that neither is there without the other and the
   * work is done once. Throws when the job was cancelled or another has taken it over. Without it the job ends when the handler returns.
   */
  complete(tx: Db, result: unknown): Promise<void>;
}

/** Does one kind of work. */
export interface JobHandler {
  readonly kind: Omit<JobKind<never>, 'payload'>;
  /**
   * Does the work of one job and resolves to what it came to. It may be done twice, when a process is killed after it
   * and before the table knows: the handler sees to that. Throws `GivenUp` where trying again cannot help.
   */
  run(payload: Record<string, unknown>, run: JobRun): Promise<unknown>;
}

/** A handler whose payload is checked before it sees it. */
export function jobHandler<T extends Record<string, unknown>>(
  kind: JobKind<T>,
  work: (payload: T, run: JobRun) => Promise<unknown>,
): JobHandler {
  return {
    kind,
    async run(stored, run) {
      const payload = kind.payload.safeParse(stored);
      if (!payload.success) throw new GivenUp('The job does not say what its kind needs.');
      return work(payload.data, run);
    },
  };
}
