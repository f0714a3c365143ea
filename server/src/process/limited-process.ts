import { ImportRefusedError } from '../errors/import-refused.ts';
import { diskTrouble } from '../errors/publish-fs.ts';
import type { LimitedMessage, LimitedRequest } from './limited-work.ts';
import { type LimitedChild, startProcess } from './start-process.ts';

/** Default memory limit of such a process, MiB. */
export const MEMORY_MB = 4096;

export interface LimitedProcessOptions<Progress> {
  /** Memory that the process may take, MiB. */
  readonly memoryMb: number;
  /** False for foreign code, which must not read the settings of the server: the process then gets no environment. */
  readonly hasSettings?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The process ended without an answer: it used too much memory, crashed, or was silent for too long. */
export class ProcessEndedError extends Error {
  override readonly name = 'ProcessEndedError';
  constructor(readonly wasSilent: boolean) {
    super(wasSilent ? 'The process was ended because it reported nothing for too long.' : 'The process ended early.');
  }
}

/** The work failed with an error that the same files would cause again; the message is that of the error. */
export class WorkFailedError extends Error {
  override readonly name = 'WorkFailedError';
}

/** A reader that reports nothing for this long is stuck in a damaged file; the largest files take some minutes to open. */
const LONGEST_SILENCE_MS = 15 * 60_000;

/**
 * Processes foreign files in a process of its own, so that a damaged or huge file affects nothing else. `worker` is the
 * name, without its ending, of a `*-worker` module that calls `serveLimited`; `base` is the `import.meta.url` of a
 * module beside it. Throws the worker's `ImportRefusedError`, the disk's error when it is full, `WorkFailedError`,
 * `ProcessEndedError`, or the signal's reason when aborted, each after the process has ended.
 */
export async function runLimited<Answer, Progress = never>(
  { worker, base }: { worker: string; base: string },
  request: unknown,
  { memoryMb, hasSettings = true, signal, onProgress }: LimitedProcessOptions<Progress>,
): Promise<Answer> {
  signal?.throwIfAborted();
  const child = startProcess(worker, base, { memoryMb, hasSettings });
  const stop = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  const idle = new IdleTimer(stop);
  const heard = (progress: unknown) => {
    idle.begin();
    onProgress?.(progress as Progress);
  };
  try {
    const last = await conversation(child, { request, memoryBytes: memoryMb * 1024 * 1024 }, heard);
    signal?.throwIfAborted();
    if (last?.kind === 'done') return last.answer as Answer;
    if (last?.kind === 'refused') throw new ImportRefusedError(last.file, last.place, last.reason);
    if (last?.kind === 'failed') throw failure(last);
    throw new ProcessEndedError(idle.isOver);
  } finally {
    idle.end();
    signal?.removeEventListener('abort', stop);
  }
}

function failure({ message, code, stack }: Extract<LimitedMessage, { kind: 'failed' }>): Error {
  const error = Object.assign(new Error(message), code === null ? {} : { code });
  error.stack = stack;
  return diskTrouble(error) ? error : new WorkFailedError(message, { cause: error });
}

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

type LastMessage = Exclude<LimitedMessage, { kind: 'progress' }>;

/**
 * Sends the request and listens until the process has ended. Resolves to its last message; null when it ended without
 * one.
 */
function conversation(
  child: LimitedChild,
  request: LimitedRequest,
  onProgress: (progress: unknown) => void,
): Promise<LastMessage | null> {
  return new Promise((resolve, reject) => {
    let last: LastMessage | null = null;
    child.on('message', (message: LimitedMessage) => {
      if (message.kind === 'progress') onProgress(message.progress);
      else last = message;
    });
    child.once('error', reject);
    child.once('close', () => resolve(last));
    // A process that has already ended reports that by closing.
    child.send(request, () => {});
  });
}
