import { askThread } from '../../process/ask-thread.ts';
import type { StoredVolume, StoredVolumeQuestion } from './measure-in-store.ts';

/** `measureInStore` in a thread of its own, which ends with `ended`. Throws what that throws, and the reason of `ended`. */
export const measureInThread = (question: StoredVolumeQuestion, ended: AbortSignal): Promise<StoredVolume> =>
  askThread<StoredVolume>('volume-worker', import.meta.url, question, ended);
