import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { destination, pino } from 'pino';
import type { Env } from '../env.ts';

const SECRETS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  'headers.authorization',
  'headers.cookie',
  'body.password',
  'password',
  '*.password',
  'token',
  '*.token',
];

/** Addresses that carry a secret in their path (specification §2 "Signed-out"; docs/decisions/0028). `/embed/v1/…` are files. */
const SECRET_PATHS = /^(\/auth\/[^/]+|\/users\/passwordreset|\/view|\/embed(?!\/v1\/))\/[^/]+/;

/** A request's address for the log: without query and secrets. */
export function loggableUrl(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.replace(SECRET_PATHS, '$1/[hidden]');
}

/** The server's log: JSON lines on standard error, without secrets. */
export function createLogger(env: Env, stream = destination({ dest: 2, sync: false })): FastifyBaseLogger {
  return pino({ level: env.logLevel, redact: { paths: SECRETS, censor: '[hidden]' } }, stream);
}

/** Fastify's own two lines per request are replaced by one. */
export const requestLogging = {
  logController: new LogController({ disableRequestLogging: true }),
  requestIdHeader: false,
  genReqId: () => crypto.randomUUID(),
} satisfies FastifyServerOptions;

/** Refusals for missing permission or too many attempts, which an operator wants to see by default. */
const WARNED = new Set([403, 429]);

/** The user, as far as known at the time of the response. */
const askers = new WeakMap<FastifyRequest, number>();

/** Names the user in the log line of the response. */
export const recordLogUser = (request: FastifyRequest, userId: number): void => void askers.set(request, userId);

function levelOf(status: number): 'error' | 'warn' | 'info' {
  if (status >= 500) return 'error';
  return WARNED.has(status) ? 'warn' : 'info';
}

/** One line for each answer: internal errors as errors, refusals as warnings, everything else as information. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('X-Request-Id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.log[levelOf(reply.statusCode)](
      {
        method: request.method,
        path: loggableUrl(request.url),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
        userId: askers.get(request),
      },
      'answered',
    );
    done();
  });
}
