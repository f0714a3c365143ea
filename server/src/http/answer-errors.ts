import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import { ObjectMissingError } from '../storage/objects/object-store.ts';
import { isSlowBodyAllowed } from '../storage/slow-bodies.ts';
import { toAppError } from '../errors/to-app-error.ts';
import { type AppError, invalid } from '../errors/app-error.ts';

function answer(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const app = toAppError(error);
  if (app instanceof ObjectMissingError) request.log.error({ key: app.key }, 'a row names a file that is lost');
  if (app.status >= 500 && !app.isLogged) request.log.error({ err: error }, 'failed');
  return sendError(app, reply);
}

/** Sends an error in the contract's shape. */
export function sendError(app: AppError, reply: FastifyReply): FastifyReply {
  if (app.retryAfterSeconds !== undefined) void reply.header('Retry-After', String(app.retryAfterSeconds));
  return reply.code(app.status).header('Cache-Control', 'no-store').send(app.body());
}

/** Answers input that is not HTTP in the same shape and closes the connection. */
function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isSlowBodyAllowed(socket)) return;
  const body = JSON.stringify(invalid(REQUESTS_MESSAGES['request.invalid']).body());
  socket.write(
    'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // Not ended: a client that keeps its own side open would keep the connection.
  socket.destroySoon();
}

/** Errors that come before routing: addresses that cannot be decoded, broken connections. */
export const earlyErrors = {
  frameworkErrors: (error, request, reply) => void answer(error, request, reply),
  clientErrorHandler: answerClientError,
} satisfies FastifyServerOptions;

/** Gives every error that reaches Fastify the contract's shape. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => answer(error, request, reply));
}
