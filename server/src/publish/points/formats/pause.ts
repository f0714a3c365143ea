import { setImmediate } from 'node:timers/promises';
import type { StopSignal } from '@overlook/shared/point-files';

/** Lets other work go on, and an abort arrive. Throws the signal's reason when it has. */
export async function pause(signal: StopSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}
