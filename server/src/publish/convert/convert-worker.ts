import { Worker } from 'node:worker_threads';
import { ImportRefused } from '../import-refused.ts';
import { type ConvertProgress, type PlaceRule, convertFiles } from './convert-files.ts';

/** What the parent process asks for, in its one message. */
export interface ConvertRequest {
  readonly sources: readonly string[];
  /** An empty folder that is there. */
  readonly folder: string;
  readonly place: PlaceRule;
  readonly memoryBytes: number;
}

/** What it is told. The last message is one of the other three. */
export type ConvertMessage =
  | { readonly kind: 'progress'; readonly progress: ConvertProgress }
  | { readonly kind: 'done'; readonly warnings: readonly string[] }
  | { readonly kind: 'refused'; readonly file: string; readonly place: string; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | null; readonly stack: string };

const PROGRESS_EVERY_MS = 100;

process.once('message', (request: ConvertRequest) => void convert(request));
// The parent went away, or no longer wants it.
process.once('disconnect', () => process.exit(1));

async function convert({ sources, folder, place, memoryBytes }: ConvertRequest): Promise<void> {
  limitMemory(memoryBytes);
  const message = await convertFiles(sources, folder, { place, onProgress: throttled() }).then(
    (warnings): ConvertMessage => ({ kind: 'done', warnings }),
    (error: unknown): ConvertMessage =>
      error instanceof ImportRefused
        ? { kind: 'refused', file: error.file, place: error.place, reason: error.reason }
        : failed(error),
  );
  process.send!(message, undefined, undefined, () => process.exit(0));
}

function failed(error: unknown): ConvertMessage {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  return { kind: 'failed', message, code, stack: stack ?? message };
}

function throttled(): (progress: ConvertProgress) => void {
  let last = -Infinity;
  return (progress) => {
    const now = performance.now();
    if (now - last < PROGRESS_EVERY_MS) return;
    last = now;
    process.send!({ kind: 'progress', progress } satisfies ConvertMessage);
  };
}

/**
 * Ends the process when it takes more memory than it may, WebAssembly's included, which Node's own limit does not count.
 * A thread of its own looks, because readers keep this one busy for long.
 */
function limitMemory(bytes: number): void {
  const watch = `
    const { workerData } = require('node:worker_threads');
    setInterval(() => { if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL'); }, 50);`;
  new Worker(watch, { eval: true, workerData: bytes, execArgv: [] }).unref();
}
