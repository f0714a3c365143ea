import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { letOthersRun } from '@overlook/db';
import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import { tooMany } from '../errors/app-error.ts';
import { createKeyedConcurrencyLimit, QueueFullError } from './concurrency-limit.ts';

/** The client of such a request, and whether it still waits. */
export interface Asking {
  readonly caller: { readonly userId: number };
  /** Aborted when the client has gone. */
  readonly ended: AbortSignal;
}

/** Requests of one person that wait for an earlier one of theirs. */
const WAITING_MOST = 8;
/** Seconds after which a person with more may try again. */
const RETRY_SECONDS = 5;
/** Characters of text that are sent at once. */
const PIECE_LENGTH = 64 * 1024;

const inTurn = createKeyedConcurrencyLimit(WAITING_MOST);

/**
 * Runs work whose cost grows with the stored data: one piece at a time for each person, so that nobody takes the whole server.
 * Throws 429 when too many wait already, and the reason of `ended` when the client has gone before its turn came.
 */
export async function inPersonsTurn<T>({ caller, ended }: Asking, work: () => Promise<T>): Promise<T> {
  try {
    return await inTurn(String(caller.userId), () => {
      ended.throwIfAborted();
      return work();
    });
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw tooMany(REQUESTS_MESSAGES['request.tooManyWaiting'], RETRY_SECONDS);
  }
}

/**
 * The same for a file that is made while it is read: the person's turn lasts until the stream has ended, and the stream ends with
 * its request. Resolves when the turn has come.
 */
export function streamInPersonsTurn(
  asking: Asking,
  make: () => AsyncIterable<string | Buffer> | Readable,
): Promise<Readable> {
  return new Promise((resolve, reject) => {
    inPersonsTurn(asking, async () => {
      const made = make();
      const stream = made instanceof Readable ? made : Readable.from(made);
      const stop = () => stream.destroy();
      asking.ended.addEventListener('abort', stop, { once: true });
      resolve(stream);
      // Who reads the stream is told of its errors.
      await finished(stream).catch(() => {});
      asking.ended.removeEventListener('abort', stop);
    }).catch(reject);
  });
}

/** Joins short texts into pieces of a size that is worth sending. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece: string[] = [];
  let length = 0;
  for await (const text of texts) {
    piece.push(text);
    length += text.length;
    if (length < PIECE_LENGTH) continue;
    yield piece.join('');
    piece = [];
    length = 0;
  }
  if (length > 0) yield piece.join('');
}

/** The same with lines that are all there; other requests run in between. */
export const linesInPieces = (lines: readonly string[]): AsyncGenerator<string> => inPieces(inTurns(lines));

async function* inTurns(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) {
    yield line;
    await letOthersRun();
  }
}
