import type { Vec3 } from '@overlook/shared/maths';
import { askThread } from '../../process/ask-thread.ts';
import type { NearestQuestion } from './nearest-in-store.ts';

/** `nearestInStore` in a thread of its own, which ends with `ended`. Throws what that throws, and the reason of `ended`. */
export const nearestInThread = (question: NearestQuestion, ended: AbortSignal): Promise<(Vec3 | null)[]> =>
  askThread<(Vec3 | null)[]>('nearest-worker', import.meta.url, question, ended);
