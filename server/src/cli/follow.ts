import type { ImportResult } from '../publish/import/import-site.ts';
import type { StoredJob } from '../services/jobs/stored-jobs.ts';
import { describeFailure, OperationFailedError } from '../errors/failure.ts';
import type { OperationContext } from './operations.ts';
import type { Operator } from './operator.ts';

/** What `job.watch` resolves to: a job that has ended. */
export interface WatchedJob {
  job: StoredJob & { result: unknown };
}

/** An import that was requested and is not awaited. */
export interface DetachedImport {
  job: { id: string };
}

/**
 * Adds an import and waits until it is done, here or in the server. An abort cancels it and waits for its end. Rejects
 * with `OperationFailedError` when it failed or was cancelled.
 */
export async function importAndFollow(
  operator: Operator,
  { input, isDetached }: { input: unknown; isDetached: boolean },
  context: OperationContext,
): Promise<ImportResult | DetachedImport> {
  const { signal, onProgress } = context;
  signal.throwIfAborted();
  const { id } = (await operator.run('site.addImport', input, context)) as { id: string };
  if (isDetached) return { job: { id } };
  const watching = new AbortController();
  let failCancelling: ((error: unknown) => void) | undefined;
  const cancelling = new Promise<never>((_, reject) => (failCancelling = reject));
  const cancel = () =>
    void operator.run('job.cancel', { id }, { ...context, signal: watching.signal }).catch((error: unknown) => {
      // Refused when the job has just ended; the watch reports how.
      if (describeFailure(error).code !== 'CONFLICT') failCancelling?.(error);
    });
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  const work = operator.workOff?.(id);
  try {
    const watched = operator.run('job.watch', { id }, { signal: watching.signal, onProgress });
    const { job } = (await firstOf([watched, cancelling, work?.trouble])) as WatchedJob;
    return endOf(job).result as ImportResult;
  } finally {
    signal.removeEventListener('abort', cancel);
    watching.abort();
    await work?.stop();
  }
}

/** The first promise to settle; later rejections of the others are ignored. */
function firstOf(promises: readonly (Promise<unknown> | undefined)[]): Promise<unknown> {
  const given = promises.filter((promise) => promise !== undefined);
  for (const promise of given) promise.catch(() => {});
  return Promise.race(given);
}

/** Waits until a job has ended; where no server runs it, this process does. An abort ends the waiting only. */
export async function watchJob(operator: Operator, id: string, context: OperationContext): Promise<WatchedJob> {
  const work = operator.isAlone ? operator.workOff?.(id) : null;
  try {
    const watched = operator.run('job.watch', { id }, context);
    const { job } = (await firstOf([watched, work?.trouble])) as WatchedJob;
    return { job: endOf(job) };
  } finally {
    await work?.stop();
  }
}

/** Throws `OperationFailedError` unless the job has succeeded. */
function endOf(job: WatchedJob['job']): WatchedJob['job'] {
  if (job.state === 'completed') return job;
  throw new OperationFailedError(
    job.failure ?? { error: job.message ?? `The job ended: ${job.state}.`, code: 'INTERNAL' },
  );
}
