import { S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from '../../env.ts';
import { StoreFailedError } from '../../errors/store-failed.ts';

/** Longest wait for the beginning of an answer. */
const ANSWER_WITHIN_MS = 30_000;
/** Longest time for sending one piece of a file. */
export const SEND_WITHIN_MS = 300_000;
/** A connection without any traffic for this long is closed. Answers to slow clients hold one; those are closed before. */
const IDLE_MS = 150_000;
const CONNECT_WITHIN_MS = 5_000;
/** Each slow download holds one, and the SDK's 50 would let the next request wait for ever. */
const SOCKETS_MOST = 1_000;

/** A client for a bucket. The SDK adds checksums of its own only where an operation needs them: many servers refuse them. */
export const openClient = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Location): S3Client =>
  new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Servers other than Amazon's seldom have a host name for each bucket.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      socketTimeout: IDLE_MS,
      httpAgent: { keepAlive: true, maxSockets: SOCKETS_MOST },
      httpsAgent: { keepAlive: true, maxSockets: SOCKETS_MOST },
    },
  });

/** What S3 says is wrong, by the name or code of its error, for the operator. */
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket does not exist',
  InvalidAccessKeyId: 'AWS_ACCESS_KEY_ID is not known there',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY is wrong',
  AccessDenied: 'the key may not do this',
  RequestTimeTooSkewed: 'the clock of this machine differs by more than 15 minutes from the clock there',
  ENOTFOUND: 'the host of its endpoint is not known',
  ECONNREFUSED: 'nothing listens at its endpoint',
};

interface Trouble {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Whether S3 answered that there is no such object: a missing bucket is another fault. */
export const isMissing = (error: unknown): boolean => {
  const { name } = error as Trouble;
  return name === 'NoSuchKey' || name === 'NotFound';
};

/**
 * Runs one call of `address` with a time limit until it answers; the body of an answer has none. Its errors are `StoreFailedError`s, but
 * for objects that are missing and for an abort by `signal`.
 */
export async function called<T>(
  address: string,
  call: (signal: AbortSignal) => Promise<T>,
  { signal, withinMs = ANSWER_WITHIN_MS }: { signal?: AbortSignal | undefined; withinMs?: number } = {},
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), withinMs);
  try {
    return await call(signal ? AbortSignal.any([late.signal, signal]) : late.signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (isMissing(error)) throw error;
    throw new StoreFailedError(
      `${address}: ${late.signal.aborted ? `no answer within ${withinMs / 1000} s` : reasonOf(error)}.`,
      {
        cause: error,
      },
    );
  } finally {
    clearTimeout(timer);
  }
}

function reasonOf(error: unknown): string {
  const { name = '', code = '', message = '', $metadata } = error as Trouble;
  const status = $metadata?.httpStatusCode === undefined ? '' : ` (${$metadata.httpStatusCode})`;
  return `${REASONS[code] ?? REASONS[name] ?? `${name || code || 'Error'}: ${message.slice(0, 200)}`}${status}`;
}
