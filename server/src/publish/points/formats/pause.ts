import { setImmediate } from 'node:timers/promises';
import type { StopSignal } from '@overlook/shared/point-files';

/** Lets other work run, and an abort arrive. Throws the signal's reason after an abort. */
export async function pause(signal: StopSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}
