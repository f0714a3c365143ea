import type { FoundSurface } from '@overlook/shared/schemas';
import { askThread } from '../../process/ask-thread.ts';
import type { ShapeQuestion } from './find-in-store.ts';

/** `findInStore` in a thread of its own, which ends with `ended`. Throws what that throws, and the reason of `ended`. */
export const findInThread = (question: ShapeQuestion, ended: AbortSignal): Promise<FoundSurface> =>
  askThread<FoundSurface>('shape-worker', import.meta.url, question, ended);
