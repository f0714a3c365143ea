import { once } from 'node:events';
import type { FoundSurface } from '@overlook/shared/schemas';
import { startThread } from '../../process/worker-thread.ts';
import type { ShapeQuestion } from './find-in-store.ts';

/** `findInStore` in a thread of its own, which ends with `ended`. Throws what that throws, and the reason of `ended`. */
export async function findInThread(question: ShapeQuestion, ended: AbortSignal): Promise<FoundSurface> {
  ended.throwIfAborted();
  const thread = startThread('shape-worker', import.meta.url);
  try {
    thread.postMessage(question);
    const [found] = (await once(thread, 'message', { signal: ended })) as [FoundSurface];
    return found;
  } finally {
    await thread.terminate();
  }
}
