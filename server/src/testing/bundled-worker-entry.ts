/** In place of `publish/process/worker-entry.ts` in tests: from sources a worker takes seconds to start, bundled a moment. */
import type { WorkerEntry } from '../publish/process/worker-entry.ts';
import { bundled } from './server-bundle.ts';

export const workerEntry = (worker: string): WorkerEntry => ({ file: bundled(worker), execArgv: [] });
