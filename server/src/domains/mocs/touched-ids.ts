import { once } from 'node:events';
import { letOthersRun } from '@overlook/db';
import { startThread } from '../../process/worker-thread.ts';
import { createConcurrencyLimit, QueueFullError } from '../../services/concurrency-limit.ts';
import { unavailable } from '../../errors/app-error.ts';
import { compareObjects, type Comparison, costOf } from './compare-objects.ts';
import { gatherTouches, type Touches } from './touches.ts';

/** Comparisons of a corner with an object that this thread makes itself; starting another one takes longer. */
const HERE_MOST = 3_000_000;

/** Threads that compare at once, and requests that wait for one. */
const inTurn = createConcurrencyLimit(1, 20);

/**
 * The objects that lie in the volumes or cross them. Large comparisons run in a thread, which ends with `ended`. Throws 503 when too
 * many wait for one, and the reason of `ended`.
 */
export async function touchedIds(comparisons: readonly Comparison[], ended: AbortSignal): Promise<Touches> {
  const cost = comparisons.reduce((sum, one) => sum + costOf(one), 0);
  if (cost <= HERE_MOST) return compareHere(comparisons, ended);
  try {
    return await inTurn(() => compareInThread(comparisons, ended));
  } catch (error) {
    throw error instanceof QueueFullError ? unavailable() : error;
  }
}

async function compareHere(comparisons: readonly Comparison[], ended: AbortSignal): Promise<Touches> {
  const gathered = gatherTouches();
  for (const comparison of comparisons)
    for (const one of compareObjects(comparison)) {
      if (one) gathered.add(one);
      await letOthersRun();
      ended.throwIfAborted();
    }
  return gathered.columns();
}

async function compareInThread(comparisons: readonly Comparison[], ended: AbortSignal): Promise<Touches> {
  ended.throwIfAborted();
  const thread = startThread('touched-worker', import.meta.url);
  try {
    thread.postMessage(comparisons);
    const [touches] = (await once(thread, 'message', { signal: ended })) as [Touches];
    return touches;
  } finally {
    await thread.terminate();
  }
}
