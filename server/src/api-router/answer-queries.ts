import { type AnyTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, type TRPCError } from '@trpc/server';
import { getHTTPStatusCode } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../context.ts';
import { appRouter } from './router.ts';

/** The procedures by their paths, which the type of the router does not say. */
export const procedures = appRouter._def.procedures as unknown as Readonly<Record<string, AnyTRPCProcedure>>;

/** What a request asks, by tRPC's protocol of HTTP. */
interface Asked {
  readonly isBatch: boolean;
  readonly paths: readonly string[];
  /** One for each path. */
  readonly inputs: readonly unknown[];
}

/** Null for a request that is not a plain one of queries: tRPC's own adapter answers it, or says what is wrong with it. */
function askedQueries({ method, headers, params, query }: FastifyRequest): Asked | null {
  if (method !== 'GET' || headers['content-type'] !== undefined || headers['trpc-accept'] !== undefined) return null;
  if (headers.accept?.includes('application/jsonl')) return null;
  const { batch, input = '', connectionParams } = query as Record<string, unknown>;
  if (typeof input !== 'string' || connectionParams !== undefined) return null;
  const isBatch = batch === '1';
  const { path } = params as { path: string };
  const paths = isBatch ? path.split(',') : [path];
  if (!paths.every((one) => Object.hasOwn(procedures, one) && procedures[one]!._def.type === 'query')) return null;
  const inputs = inputsOf(input, isBatch);
  return inputs && { isBatch, paths, inputs: paths.map((_, index) => inputs[index]) };
}

/** The inputs by the places of their calls; null for a text that is no such thing. */
function inputsOf(text: string, isBatch: boolean): Readonly<Record<number, unknown>> | null {
  if (text === '') return {};
  try {
    const input = JSON.parse(text) as unknown;
    if (!isBatch) return [input];
    return typeof input === 'object' && !Array.isArray(input) ? (input as Record<number, unknown> | null) : null;
  } catch {
    return null;
  }
}

interface Handlers {
  readonly contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;
  readonly onError: (failed: { error: TRPCError; path: string; req: FastifyRequest }) => void;
  readonly responseMeta: (answered: { errors: TRPCError[] }) => { status?: number; headers: Record<string, string> };
}

/**
 * Answers plain requests of queries, most of those of the web app, as tRPC's adapter does. The adapter makes a `Request`, a
 * `Response` and streams for each, which costs more than most queries.
 */
export function answerQueries(scope: FastifyInstance, { contextOf, onError, responseMeta }: Handlers): void {
  scope.addHook('preHandler', async (request, reply) => {
    const asked = askedQueries(request);
    if (!asked) return;
    const errors: TRPCError[] = [];
    const answers = await Promise.all(
      asked.paths.map(async (path, batchIndex) => {
        const [input, type] = [asked.inputs[batchIndex], 'query'] as const;
        let ctx: RequestContext | undefined;
        try {
          ctx = await contextOf(request, reply);
          const call = { path, getRawInput: async () => input, ctx, type, signal: undefined, batchIndex };
          return { result: { data: (await procedures[path]!(call)) as unknown } };
        } catch (cause) {
          const error = getTRPCErrorFromUnknown(cause);
          errors.push(error);
          onError({ error, path, req: request });
          return { error: getTRPCErrorShape({ config: appRouter._def._config, ctx, error, input, path, type }) };
        }
      }),
    );
    const { status = getHTTPStatusCode(answers), headers } = responseMeta({ errors });
    return reply
      .code(status)
      .headers({ ...headers, vary: 'trpc-accept, accept' })
      .type('application/json')
      .send(JSON.stringify(asked.isBatch ? answers : answers[0]));
  });
}
