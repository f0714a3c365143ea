import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FORM_FIELDS_MOST, INPUT_VALUES_MOST, ANONYMOUS_BODY_LARGEST_BYTES } from '@overlook/shared/config';
import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import { AppError, invalid } from '../errors/app-error.ts';

const tooLarge = () => new AppError('TOO_LARGE', REQUESTS_MESSAGES['request.tooLarge']);

/** Whether `mark` occurs more than `most` times in `text`. */
function occursMoreThan(text: string, marks: readonly string[], most: number): boolean {
  let count = 0;
  for (const mark of marks)
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) if (++count > most) return true;
  return false;
}

/**
 * Throws 400 for JSON of more values than any call needs, before it is parsed: the cost of later steps grows with the
 * values. Every value except the first follows one of these marks; marks within texts count too, but no real input has
 * that many of them.
 */
export function assertFewValues(json: string): void {
  if (occursMoreThan(json, [',', '[', '{'], INPUT_VALUES_MOST))
    throw invalid(REQUESTS_MESSAGES['request.tooManyValues']);
}

/** The same for form encoding. */
export function assertFewFields(form: string): void {
  if (occursMoreThan(form, ['&'], FORM_FIELDS_MOST)) throw invalid(REQUESTS_MESSAGES['request.tooManyFields']);
}

async function* upTo(largestBytes: number, payload: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of payload) {
    bytes += chunk.length;
    if (bytes > largestBytes) throw tooLarge();
    yield chunk;
  }
}

/** Gives requests without a session a smaller limit of the body, in the routes of `scope`; the others keep theirs. */
export function limitAnonymousBodies(
  scope: FastifyInstance,
  hasSession: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>,
): void {
  scope.addHook('preParsing', async (request, reply, payload) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (length === undefined && encoding === undefined) return payload;
    const isSmall = Number(length) <= ANONYMOUS_BODY_LARGEST_BYTES;
    if (isSmall || (await hasSession(request, reply))) return payload;
    if (length !== undefined) throw tooLarge();
    // The length of a chunked body is known only at its end.
    return Readable.from(upTo(ANONYMOUS_BODY_LARGEST_BYTES, payload as AsyncIterable<Buffer>));
  });
}
