import type { FileContent } from './file-content.ts';
import { checkFormatKind, type FormatKind } from './format-definition.ts';
import type { FormatReply, FormatRequest } from './format-worker.ts';
import type { FormatName } from './open-format.ts';
import type { FileToRead } from './parse-file.ts';
import { PlaceNeededError } from './place-question.ts';
// The bundler provides the default export: the URL of the built worker.
// oxlint-disable-next-line import/default
import formatWorkerFile from './format-worker.ts?worker&url';

/** Time limit of a worker, milliseconds. */
const READ_WITHIN_MS = 120_000;

const errorOf = ({ error, question }: Extract<FormatReply, { error: string }>): Error =>
  question ? new PlaceNeededError(error, question) : new Error(error);

/**
 * Reads a file in its own worker; no data leaves the browser. Rejects with an Error that names the file and the reason, a
 * {@link PlaceNeededError} where the user can say more, or with the reason of `signal`, which ends the worker.
 */
export async function readFile(file: FileToRead, format: FormatName, signal: AbortSignal): Promise<FileContent> {
  return (await ask({ name: file.name, format, file }, signal)) as FileContent;
}

/**
 * Loads the module of a format in a worker and returns what it says of its files. Rejects with an Error that names the URL if it
 * cannot be loaded or its default export is no format.
 */
export async function readFormat(moduleUrl: string, signal: AbortSignal): Promise<FormatKind> {
  const kind = await ask({ name: moduleUrl, format: { id: null, moduleUrl }, file: null }, signal);
  checkFormatKind(kind);
  return kind;
}

async function ask(request: FormatRequest, signal: AbortSignal): Promise<FileContent | FormatKind> {
  const { workerAddress } = await import('@overlook/engine');
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerAddress(formatWorkerFile), { type: 'module', name: 'overlook-file' });
    const settle = (end: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      worker.terminate();
      end();
    };
    const refuse = (reason: string) => settle(() => reject(new Error(`${request.name}: ${reason}`)));
    const onAbort = () => settle(() => reject(signal.reason));
    const timer = setTimeout(() => refuse(`It was not read within ${READ_WITHIN_MS / 1000} s.`), READ_WITHIN_MS);
    signal.addEventListener('abort', onAbort);
    worker.addEventListener('error', ({ message }) => refuse(message || 'It cannot be read.'));
    worker.addEventListener('message', ({ data }: MessageEvent<FormatReply>) =>
      settle(() => ('answer' in data ? resolve(data.answer) : reject(errorOf(data)))),
    );
    worker.postMessage(request);
  });
}
