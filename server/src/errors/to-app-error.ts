import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { isDiskFull } from '@overlook/db';
import { schemaSentence } from './schema-sentences.ts';
import { AppError, diskFull, invalid, notFound } from './app-error.ts';

const INTERNAL = () => new AppError('INTERNAL', 'Something went wrong on the server.');

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
  return invalid(first ?? 'The input is not valid.', fields);
}

function fromTrpc(error: TRPCError): AppError {
  switch (error.code) {
    case 'BAD_REQUEST':
      return error.cause instanceof ZodError ? fromSchema(error.cause) : invalid('The input is not valid.');
    case 'PARSE_ERROR':
      return invalid('The body is not valid JSON.');
    case 'NOT_FOUND':
      return notFound('There is no such operation.');
    case 'METHOD_NOT_SUPPORTED':
      return new AppError('METHOD_NOT_ALLOWED', 'This operation does not answer to this method.');
    case 'PAYLOAD_TOO_LARGE':
      return new AppError('TOO_LARGE', 'The request is too large.');
    case 'UNSUPPORTED_MEDIA_TYPE':
      return new AppError('UNSUPPORTED_MEDIA_TYPE', 'This type of body is not supported.');
    default:
      return INTERNAL();
  }
}

/** Errors of Fastify and Node before our code runs, by HTTP status. */
function fromStatus(status: number): AppError {
  switch (status) {
    case 401:
      return new AppError('NOT_SIGNED_IN', 'Please sign in.');
    case 404:
      return notFound();
    case 405:
      return new AppError('METHOD_NOT_ALLOWED', 'This address does not answer to this method.');
    case 413:
      return new AppError('TOO_LARGE', 'The request is too large.');
    case 415:
      return new AppError('UNSUPPORTED_MEDIA_TYPE', 'This type of body is not supported.');
    default:
      return invalid('The request is not valid.');
  }
}

/**
 * Any thrown value as an error that may be shown. Errors that are not ours, the schemas' or the framework's become
 * INTERNAL and reveal nothing about their cause.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return diskFull(error);
  if (error instanceof TRPCError) return error.cause instanceof AppError ? error.cause : fromTrpc(error);
  if (error instanceof ZodError) return fromSchema(error);
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  return typeof status === 'number' && status >= 400 && status < 500 ? fromStatus(status) : INTERNAL();
}
