import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { isDatabaseLost, isDiskFull } from '@overlook/db';
import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import { schemaSentence } from './schema-sentences.ts';
import { AppError, diskFull, invalid, notFound, unavailable } from './app-error.ts';
import { StoreFailedError } from './store-failed.ts';

const INTERNAL = (options: { isLogged?: boolean } = {}) =>
  new AppError('INTERNAL', REQUESTS_MESSAGES['request.failed'], options);
/** Nobody waits for the answer, and nothing is wrong: the log would tell of a fault. */
const ABANDONED = () => INTERNAL({ isLogged: true });

/** Work ends with `AbortError` when its client has gone; time limits have names of their own. */
const isAbandoned = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || isAbandoned(error.cause));

/** Largest number of faults in one answer, so that a long wrong list gets a short answer. */
const FIELDS_REPORTED_MOST = 100;

/** The first message for each path of a schema's complaints: "moc.name" → "Please enter a name". */
function fieldsOf(error: ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues.slice(0, FIELDS_REPORTED_MOST)) {
    const path = issue.path.map(String).join('.');
    fields[path] ??= schemaSentence(issue);
  }
  return fields;
}

function fromSchema(error: ZodError): AppError {
  const fields = fieldsOf(error);
  const [first] = Object.values(fields);
  return invalid(first ?? REQUESTS_MESSAGES['request.inputInvalid'], fields);
}

function fromTrpc(error: TRPCError): AppError {
  switch (error.code) {
    case 'BAD_REQUEST':
      return error.cause instanceof ZodError
        ? fromSchema(error.cause)
        : invalid(REQUESTS_MESSAGES['request.inputInvalid']);
    case 'PARSE_ERROR':
      return invalid(REQUESTS_MESSAGES['request.bodyInvalid']);
    case 'NOT_FOUND':
      return notFound(REQUESTS_MESSAGES['request.noOperation']);
    case 'METHOD_NOT_SUPPORTED':
      return new AppError('METHOD_NOT_ALLOWED', REQUESTS_MESSAGES['request.operationMethod']);
    case 'PAYLOAD_TOO_LARGE':
      return new AppError('TOO_LARGE', REQUESTS_MESSAGES['request.tooLarge']);
    case 'UNSUPPORTED_MEDIA_TYPE':
      return new AppError('UNSUPPORTED_MEDIA_TYPE', REQUESTS_MESSAGES['request.bodyType']);
    default:
      return INTERNAL();
  }
}

/** Errors of Fastify and Node before our code runs, by HTTP status. */
function fromStatus(status: number): AppError {
  switch (status) {
    case 401:
      return new AppError('NOT_SIGNED_IN', REQUESTS_MESSAGES['request.notSignedIn']);
    case 404:
      return notFound();
    case 405:
      return new AppError('METHOD_NOT_ALLOWED', REQUESTS_MESSAGES['request.addressMethod']);
    case 413:
      return new AppError('TOO_LARGE', REQUESTS_MESSAGES['request.tooLarge']);
    case 415:
      return new AppError('UNSUPPORTED_MEDIA_TYPE', REQUESTS_MESSAGES['request.bodyType']);
    default:
      return invalid(REQUESTS_MESSAGES['request.invalid']);
  }
}

/**
 * Any thrown value as an error that may be shown. Errors that are not ours, the schemas' or the framework's become
 * INTERNAL and reveal nothing about their cause.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return diskFull(error);
  if (error instanceof StoreFailedError || isDatabaseLost(error)) return unavailable();
  if (isAbandoned(error)) return ABANDONED();
  if (error instanceof TRPCError) return error.cause instanceof AppError ? error.cause : fromTrpc(error);
  if (error instanceof ZodError) return fromSchema(error);
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  return typeof status === 'number' && status >= 400 && status < 500 ? fromStatus(status) : INTERNAL();
}
