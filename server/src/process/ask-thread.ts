import { once } from 'node:events';
import { startThread } from './worker-thread.ts';

/**
 * Asks a `*-worker` module, in a thread of its own, which ends with the answer or with `ended`; `worker` and `base` are those of
 * `startThread`. Throws what the worker throws, and the reason of `ended`.
 */
export async function askThread<Answer>(
  worker: string,
  base: string,
  question: unknown,
  ended: AbortSignal,
): Promise<Answer> {
  ended.throwIfAborted();
  const thread = startThread(worker, base);
  try {
    thread.postMessage(question);
    const [answer] = (await once(thread, 'message', { signal: ended })) as [Answer];
    return answer;
  } finally {
    await thread.terminate();
  }
}
