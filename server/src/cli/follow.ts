import type { ImportResult } from '../publish/import-site.ts';
import type { StoredJob } from '../services/jobs/stored-jobs.ts';
import { OperationFailed } from '../failure.ts';
import type { OperationContext } from './operations.ts';
import type { Operator } from './operator.ts';

/** What `job.watch` resolves to: a job that has ended. */
export interface WatchedJob {
  job: StoredJob & { result: unknown };
}

/** An import that was asked for and is not waited for. */
export interface DetachedImport {
  job: { id: string };
}

/**
 * Adds an import and waits until it is done, here or in the server. An abort cancels it and waits for its end. Rejects
 * with `OperationFailed` when it failed or was cancelled.
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
  // Refused when it has just ended: how, the watch tells.
  const cancel = () => void operator.run('job.cancel', { id }, { ...context, signal: watching.signal }).catch(() => {});
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  const work = operator.workOff?.(id);
  try {
    const { job } = (await operator.run('job.watch', { id }, { signal: watching.signal, onProgress })) as WatchedJob;
    return endOf(job).result as ImportResult;
  } finally {
    signal.removeEventListener('abort', cancel);
    await work?.stop();
  }
}

/** Waits until a job has ended; where nobody else does, this process works on it. An abort ends the waiting only. */
export async function watchJob(operator: Operator, id: string, context: OperationContext): Promise<WatchedJob> {
  const work = operator.isAlone ? operator.workOff?.(id) : null;
  try {
    const { job } = (await operator.run('job.watch', { id }, context)) as WatchedJob;
    return { job: endOf(job) };
  } finally {
    await work?.stop();
  }
}

/** Throws `OperationFailed` unless the job was done. */
function endOf(job: WatchedJob['job']): WatchedJob['job'] {
  if (job.state === 'completed') return job;
  throw new OperationFailed(job.failure ?? { error: job.message ?? `The job ended: ${job.state}.`, code: 'INTERNAL' });
}
