import { reportReachable, reportUnreachable } from '../state/connection.ts';
import { isRecord } from '../state/stored-values.ts';
import { authorization } from './client.ts';

/** Why an upload ended without a valid answer: 'network' without any answer, or the server's sentence. */
export class UploadFailure extends Error {
  constructor(readonly reason: 'network' | { readonly sentence: string }) {
    super(reason === 'network' ? 'No answer came to the upload.' : reason.sentence);
  }
}

/** The address of an upload, its multipart field, and the expected answer. */
interface UploadPlace<Answer> {
  readonly path: string;
  readonly field: string;
  readonly isAnswer: (answer: unknown) => answer is Answer;
}

export interface UploadOptions {
  /** Called from time to time with the number of sent bytes. */
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a file. It uses XMLHttpRequest, because `fetch` does not report progress. Rejects with an {@link
 * UploadFailure}, or with the reason of the signal.
 */
export function uploadFile<Answer>(
  { path, field, isAnswer }: UploadPlace<Answer>,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append(field, file, file.name);
    const abort = () => {
      request.abort();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(Math.min(loaded, file.size)));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    request.addEventListener('error', () => {
      reportUnreachable();
      reject(new UploadFailure('network'));
    });
    request.addEventListener('load', () => {
      reportReachable();
      const answer = parsed(request.responseText);
      if (request.status < 300 && isAnswer(answer)) resolve(answer);
      else reject(new UploadFailure({ sentence: sentenceIn(answer) ?? `Status ${request.status}` }));
    });
    request.open('POST', path);
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // an answer of a proxy, which the status describes
  }
}

const sentenceIn = (answer: unknown): string | null =>
  isRecord(answer) && typeof answer['error'] === 'string' ? answer['error'] : null;
