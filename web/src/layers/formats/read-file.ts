import type { FileContent } from './file-content.ts';
import type { FormatReply } from './format-worker.ts';
import type { FileToRead } from './parse-file.ts';

/**
 * Reads a file in a worker of its own; nothing of it leaves the browser. Rejects with an Error that names the file and the
 * reason, and with the reason of `signal`, which ends the worker.
 */
export function readFile(request: FileToRead, signal: AbortSignal): Promise<FileContent> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const worker = new Worker(new URL('./format-worker.ts', import.meta.url), {
      type: 'module',
      name: 'overlook-file',
    });
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', onAbort);
      worker.terminate();
      end();
    };
    const onAbort = () => settle(() => reject(signal.reason));
    signal.addEventListener('abort', onAbort);
    worker.addEventListener('error', ({ message }) =>
      settle(() => reject(new Error(`${request.name}: ${message || 'It cannot be read.'}`))),
    );
    worker.addEventListener('message', ({ data }: MessageEvent<FormatReply>) =>
      settle(() => ('content' in data ? resolve(data.content) : reject(new Error(data.error)))),
    );
    worker.postMessage(request);
  });
}
