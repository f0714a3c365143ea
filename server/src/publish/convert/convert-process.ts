import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ImportRefused } from '../import-refused.ts';
import { diskTrouble } from '../publish-fs.ts';
import type { ConvertProgress, PlaceRule } from './convert-files.ts';
import type { ConvertMessage, ConvertRequest } from './convert-worker.ts';

export interface ConvertProcessOptions {
  readonly place: PlaceRule;
  /** Memory that the process may take, MiB. */
  readonly memoryMb: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ConvertProgress) => void) | undefined;
}

/**
 * Converts model files into `folder` in a process of its own, so that a damaged or huge file harms nobody else. Resolves
 * to what was left out, one sentence each. Throws `ImportRefused`, also when the memory does not suffice; the signal's
 * reason when aborted, after the process has ended.
 */
export async function convertInProcess(
  sources: readonly string[],
  folder: string,
  { place, memoryMb, signal, onProgress }: ConvertProcessOptions,
): Promise<readonly string[]> {
  signal?.throwIfAborted();
  const child = start(memoryMb);
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  const idle = new IdleTimer(stop);
  const heard = (progress: ConvertProgress) => {
    idle.begin();
    onProgress?.(progress);
  };
  try {
    const last = await conversation(child, { sources, folder, place, memoryBytes: memoryMb * 1024 * 1024 }, heard);
    signal?.throwIfAborted();
    if (last?.kind === 'done') return last.warnings;
    if (last?.kind === 'refused') throw new ImportRefused(last.file, last.place, last.reason);
    const names = sources.map((source) => path.basename(source)).join(', ');
    if (last?.kind === 'failed') throw failure(last, names);
    if (idle.isOver)
      throw new ImportRefused(names, '', 'was given up: nothing came of reading it for a quarter of an hour.');
    throw new ImportRefused(
      names,
      '',
      `needs more than ${memoryMb} MB of memory to be converted, or broke its reader. Split the model, or raise CONVERT_MEMORY_MB.`,
    );
  } finally {
    idle.end();
    signal?.removeEventListener('abort', stop);
  }
}

/** A full disk, which is nobody's fault; else a fault of the converter, which the same files would meet again. */
function failure({ message, code, stack }: Extract<ConvertMessage, { kind: 'failed' }>, names: string): Error {
  const error = Object.assign(new Error(message), code === null ? {} : { code });
  error.stack = stack;
  if (diskTrouble(error)) return error;
  const refusal = new ImportRefused(names, '', `cannot be converted, by a fault of the converter: ${message}`);
  refusal.cause = error;
  return refusal;
}

/** A reader that says nothing for so long hangs in a damaged file; the largest take some minutes to be opened. */
const LONGEST_SILENCE_MS = 15 * 60_000;

/** Calls back once when `begin` was not called for too long. */
class IdleTimer {
  isOver = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly onOver: () => void) {
    this.begin();
  }

  begin(): void {
    this.end();
    this.#timer = setTimeout(() => {
      this.isOver = true;
      this.onOver();
    }, LONGEST_SILENCE_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** Asks and listens until the process has ended. Resolves to its last word; null when it ended without one. */
function conversation(
  child: ChildProcess,
  request: ConvertRequest,
  onProgress: ConvertProcessOptions['onProgress'],
): Promise<Exclude<ConvertMessage, { kind: 'progress' }> | null> {
  return new Promise((resolve, reject) => {
    let last: Exclude<ConvertMessage, { kind: 'progress' }> | null = null;
    child.on('message', (message: ConvertMessage) => {
      if (message.kind === 'progress') onProgress?.(message.progress);
      else last = message;
    });
    child.once('error', reject);
    child.once('close', () => resolve(last));
    // A process that is gone already says so by closing.
    child.send(request, () => {});
  });
}

/** In a build the worker lies beside the bundle; from sources it is TypeScript, which tsx loads. */
function start(memoryMb: number): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const worker = fileURLToPath(new URL(isSource ? './convert-worker.ts' : './convert-worker.js', import.meta.url));
  const loader = isSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];
  return fork(worker, {
    execArgv: [`--max-old-space-size=${memoryMb}`, ...loader],
    // Readers chatter; what matters comes as messages.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
