import type { TRPCError } from '@trpc/server';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BATCH_CALLS_MOST } from '@overlook/shared/config';
import { ERROR_STATUS } from '@overlook/shared/schemas';
import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import type { Services } from '../context.ts';
import { toAppError } from '../errors/to-app-error.ts';
import { invalid, notFound } from '../errors/app-error.ts';
import { said } from '../errors/said.ts';
import { limitAnonymousBodies, assertFewValues } from '../http/input-size.ts';
import { requestContext } from '../http/request-context.ts';
import { answerQueries, procedures } from './answer-queries.ts';
import type { ProcedureMeta } from '../trpc/init.ts';
import { type AppRouter, appRouter } from './router.ts';

/** Answers the web app's calls below `/trpc`. */
export async function addTrpc(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async ({ params }) => {
      const { path } = params as { path: string };
      // The adapter decodes the path once more, so that commas could be hidden from the following limits.
      if (path.includes('%')) throw notFound(REQUESTS_MESSAGES['request.noOperation']);
      const calls = path.split(',', BATCH_CALLS_MOST + 1);
      if (calls.length > BATCH_CALLS_MOST)
        throw invalid(said(REQUESTS_MESSAGES, 'request.tooManyCalls', { most: BATCH_CALLS_MOST }));
      // A batch is answered as one text: ten whole lists would be hundreds of megabytes.
      const whole = calls.filter(isWhole);
      if (new Set(whole).size < whole.length) throw invalid(REQUESTS_MESSAGES['request.listAskedTwice']);
    });
    limitAnonymousBodies(
      scope,
      async (request, reply) => (await requestContext(services, request, reply)).caller !== null,
    );
    // The body is still text here: tRPC parses it for each call that reads its input.
    scope.addHook('preValidation', async ({ body }) => {
      if (typeof body === 'string') assertFewValues(body);
    });
    const contextOf = (request: FastifyRequest, reply: FastifyReply) => requestContext(services, request, reply);
    answerQueries(scope, { contextOf, onError, responseMeta });
    const trpcOptions: FastifyTRPCPluginOptions<AppRouter>['trpcOptions'] = {
      router: appRouter,
      createContext: ({ req, res }) => contextOf(req, res),
      onError,
      responseMeta,
    };
    await scope.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions });
  });
}

const isWhole = (path: string): boolean =>
  Object.hasOwn(procedures, path) && (procedures[path]!._def.meta as ProcedureMeta | undefined)?.isWhole === true;

function onError({ error, path, req }: { error: TRPCError; path?: string | undefined; req: FastifyRequest }): void {
  const { status, isLogged } = toAppError(error);
  if (status >= 500 && !isLogged) req.log.error({ err: error, operation: path }, 'failed');
}

function responseMeta({ errors }: { errors: readonly TRPCError[] }) {
  const seconds = errors.map((error) => toAppError(error).retryAfterSeconds).find((one) => one !== undefined);
  // tRPC has no code for this status.
  const isFull = errors.some((error) => toAppError(error).code === 'DISK_FULL');
  return {
    ...(isFull ? { status: ERROR_STATUS.DISK_FULL } : {}),
    headers: { 'cache-control': 'no-store', ...(seconds ? { 'retry-after': String(seconds) } : {}) },
  };
}
