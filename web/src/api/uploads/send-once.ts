import type { DetailedError } from 'tus-js-client';
import { UPLOADS } from '@overlook/shared/config';
import { reportReachable, reportUnreachable } from '../../state/connection.ts';
import { expireSession, sessionToken } from '../../state/session.ts';
import { isRecord } from '../../state/stored-values.ts';
import { authorization } from '../client.ts';
import { deliverySource } from './delivery-source.ts';

/** How a try ended. `unreadable`: files were changed or removed. `gone`: the server does not have the delivery any more. */
export type TryResult =
  | { readonly kind: 'sent' | 'lost' | 'gone' | 'unreadable' | 'stopped' }
  /** The server has answered; `isFinal` where a further try would have the same answer. */
  | { readonly kind: 'refused'; readonly sentence: string | null; readonly isFinal: boolean };

interface TryOptions {
  readonly id: string;
  readonly stream: Blob;
  readonly digest: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Called with the number of bytes that have arrived or are on their way. */
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
}

/** A request that has sent nothing for so long hangs in a line that is dead. */
const SILENT_MOST_MS = 90_000;
/** Refusals that may end by themselves: another request writes the delivery, the site is archived, or there are too many calls. */
const PASSING = new Set([408, 409, 423, 425, 429]);

/** Sends what the server does not have of a delivery until its end, or until something goes wrong. */
export async function sendOnce(options: TryOptions): Promise<TryResult> {
  const { signal } = options;
  const { Upload } = await import('tus-js-client');
  if (signal.aborted) return { kind: 'stopped' };
  return new Promise((resolve) => {
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const end = (result: TryResult) => {
      clearTimeout(quiet);
      signal.removeEventListener('abort', stop);
      removeEventListener('offline', lose);
      resolve(result);
    };
    let sentBytes = 0;
    const fail = async (error: Error | DetailedError) => end(await resultOf(error, options.stream, sentBytes));
    const upload = new Upload(options.stream, {
      uploadUrl: `/api/uploads/${options.id}`,
      chunkSize: UPLOADS.chunkBytes,
      retryDelays: null,
      storeFingerprintForResuming: false,
      fileReader: { openFile: () => Promise.resolve(deliverySource(options.stream, options.digest)) },
      onBeforeRequest(request) {
        for (const [name, value] of Object.entries(authorization())) request.setHeader(name, value);
        listen();
      },
      onAfterResponse: () => clearTimeout(quiet),
      onProgress(sent) {
        sentBytes = sent;
        options.onProgress(sent);
        if (quiet !== undefined) listen();
      },
      onSuccess() {
        reportReachable();
        end({ kind: 'sent' });
      },
      onError: (error) => void fail(error),
    });
    const stop = () => {
      void upload.abort();
      end({ kind: 'stopped' });
    };
    const lose = () => {
      void upload.abort();
      reportUnreachable();
      end({ kind: 'lost' });
    };
    const listen = () => {
      clearTimeout(quiet);
      quiet = setTimeout(lose, SILENT_MOST_MS);
    };
    signal.addEventListener('abort', stop);
    // A request under way would hang until it has been silent for long.
    addEventListener('offline', lose);
    upload.start();
  });
}

async function resultOf(error: Error | DetailedError, stream: Blob, sentBytes: number): Promise<TryResult> {
  const answer = ('originalResponse' in error && error.originalResponse) || null;
  const status = answer?.getStatus() ?? 0;
  if (status === 0) {
    if (!(await isReadable(stream, sentBytes))) return { kind: 'unreadable' };
    reportUnreachable();
    return { kind: 'lost' };
  }
  if (status === 502 || status === 503 || status === 504) {
    reportUnreachable();
    return { kind: 'lost' };
  }
  reportReachable();
  if (status === 401 && sessionToken() !== null) expireSession();
  if (status === 404 || status === 410) return { kind: 'gone' };
  return { kind: 'refused', sentence: sentenceIn(answer?.getBody()), isFinal: status < 500 && !PASSING.has(status) };
}

/** Browsers report a file that was changed or removed like a lost line. Reads what the request may have sent. */
async function isReadable(stream: Blob, sentBytes: number): Promise<boolean> {
  const end = Math.min(sentBytes + UPLOADS.chunkBytes, stream.size);
  try {
    for (let at = Math.max(0, sentBytes - UPLOADS.chunkBytes); at < end; at += UPLOADS.blockBytes)
      await stream.slice(at, Math.min(at + UPLOADS.blockBytes, end)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

function sentenceIn(body: string | undefined): string | null {
  try {
    const answer: unknown = JSON.parse(body ?? '');
    return isRecord(answer) && typeof answer['error'] === 'string' ? answer['error'] : null;
  } catch {
    return null; // an answer of a proxy
  }
}
