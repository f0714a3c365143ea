/**
 * In place of `process/worker-entry.ts` in tests: a worker takes seconds to start from sources, and much less
 * when bundled.
 */
import type { WorkerEntry } from '../process/worker-entry.ts';
import { bundled } from './server-bundle.ts';

export const workerEntry = (worker: string): WorkerEntry => ({ file: bundled(worker), execArgv: [] });
