import { Worker } from 'node:worker_threads';
import { ImportRefusedError } from '../errors/import-refused.ts';

/** The one message that the parent process sends. */
export interface LimitedRequest {
  readonly request: unknown;
  readonly memoryBytes: number;
}

/** Messages to the parent process. The last one is not of kind `progress`. */
export type LimitedMessage =
  | { readonly kind: 'progress'; readonly progress: unknown }
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly file: string; readonly place: string; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | null; readonly stack: string };

const PROGRESS_EVERY_MS = 100;

/** Reports progress to the parent process: at most ten times a second, or at once where it must not be skipped. */
export type ReportProgress<Progress> = (progress: Progress, when?: 'at once') => void;

/** The other end of `runLimited`: runs the work that the parent process requests, then ends this process. */
export function serveLimited<Request, Progress>(
  work: (request: Request, onProgress: ReportProgress<Progress>) => Promise<unknown>,
): void {
  process.once('message', ({ request, memoryBytes }: LimitedRequest) => {
    limitMemory(memoryBytes);
    void work(request as Request, throttled())
      .then(
        (answer): LimitedMessage => ({ kind: 'done', answer }),
        (error: unknown): LimitedMessage =>
          error instanceof ImportRefusedError
            ? { kind: 'refused', file: error.file, place: error.place, reason: error.reason }
            : failed(error),
      )
      .then((message) => process.send!(message, undefined, undefined, () => process.exit(0)));
  });
  // The parent has ended, or no longer wants the answer.
  process.once('disconnect', () => process.exit(1));
}

function failed(error: unknown): LimitedMessage {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  return { kind: 'failed', message, code, stack: stack ?? message };
}

function throttled(): ReportProgress<unknown> {
  let last = -Infinity;
  return (progress, when) => {
    const now = performance.now();
    if (when !== 'at once' && now - last < PROGRESS_EVERY_MS) return;
    last = now;
    process.send!({ kind: 'progress', progress } satisfies LimitedMessage);
  };
}

/**
 * Ends the process when it exceeds its memory limit, WebAssembly's memory included, which Node's own limit does not count.
 * A separate thread checks it, because readers block this one for long.
 */
function limitMemory(bytes: number): void {
  const watch = `
    const { workerData } = require('node:worker_threads');
    setInterval(() => { if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL'); }, 50);`;
  new Worker(watch, { eval: true, workerData: bytes, execArgv: [] }).unref();
}
