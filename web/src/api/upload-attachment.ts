import type { Attachment } from '@overlook/shared/schemas';
import { reportReachable, reportUnreachable } from '../state/connection.ts';
import { isRecord } from '../state/stored-values.ts';
import { authorization } from './client.ts';

/** Why an upload ended without an attachment: 'network' when no answer came, or the server's sentence. */
export class UploadFailure extends Error {
  constructor(readonly reason: 'network' | { readonly sentence: string }) {
    super(reason === 'network' ? 'No answer came to the upload.' : reason.sentence);
  }
}

interface UploadOptions {
  /** Bytes of the file that have left, from time to time. */
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a file that a change can then be saved with. By XMLHttpRequest: `fetch` does not tell how far it has come.
 * Rejects with an {@link UploadFailure}, or with the reason of the signal.
 */
export function uploadAttachment(file: File, { onProgress, signal }: UploadOptions): Promise<Attachment> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('attachment', file, file.name);
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
      if (request.status < 300 && isAnswer(answer)) resolve(answer.attachment);
      else reject(new UploadFailure({ sentence: sentenceIn(answer) ?? `Status ${request.status}` }));
    });
    request.open('POST', '/api/files/attachments/upload');
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

const isAnswer = (answer: unknown): answer is { attachment: Attachment } =>
  isRecord(answer) && isRecord(answer['attachment']) && typeof answer['attachment']['uuid'] === 'string';

const sentenceIn = (answer: unknown): string | null =>
  isRecord(answer) && typeof answer['error'] === 'string' ? answer['error'] : null;
