import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANONYMOUS_BODY_LARGEST_BYTES } from '@overlook/shared/config';
import type { RequestContext, Services } from '../context.ts';
import { notSignedIn } from '../errors/app-error.ts';
import { admittedReader, assertOwnOrigin } from '../http/admission.ts';
import { parseRestBodies } from '../http/body-parsers.ts';
import { requestContext } from '../http/request-context.ts';
import { linesInPieces } from '../services/heavy-work.ts';
import { jsonPieces, longListOf } from '../services/json-pieces.ts';
import { createCallerFactory } from '../trpc/init.ts';
import { appRouter } from '../api-router/router.ts';
import { describeProcedure } from './procedures.ts';
import { REST_TABLE, type RestRow } from './table.ts';

const createCaller = createCallerFactory(appRouter);

type Operation = (input: unknown) => Promise<unknown>;

function operation({ procedure }: RestRow, context: RequestContext): Operation {
  const [domain, name] = procedure.split('.') as [string, string];
  // The table names the operation by text; the schemas of the procedure check its input.
  const caller = createCaller(context) as unknown as Record<string, Record<string, Operation>>;
  return caller[domain]![name]!;
}

/** A body that is not an object is passed on unchanged: the input schema refuses it. */
function inputOf(request: FastifyRequest): unknown {
  const { body, query, params } = request;
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) return body;
  return { ...(query as object), ...(body as object | undefined), ...(params as object) };
}

/** A file is written in pieces, between which other requests run. */
function sendFile(reply: FastifyReply, output: unknown, sends: NonNullable<RestRow['sends']>): FastifyReply {
  const lines = (output as Record<string, readonly string[]>)[sends.field]!;
  return reply
    .type(sends.type)
    .header('Content-Disposition', `attachment; filename="${sends.filename}"`)
    .send(Readable.from(linesInPieces(lines)));
}

/** A long list is written in pieces, between which other requests run. */
function sendJson(reply: FastifyReply, output: unknown): unknown {
  const list = longListOf(output);
  if (list === null) return output;
  return reply.type('application/json; charset=utf-8').send(Readable.from(jsonPieces(output as object, list)));
}

/**
 * Makes the REST paths: each row calls its procedure through tRPC's server-side caller, so that permission, input and
 * output are checked in one place only. Errors go to Fastify's error handler.
 */
export async function addRestTable(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    parseRestBodies(scope);
    for (const row of REST_TABLE) {
      const { input, type, meta } = describeProcedure(row.procedure);
      const bodyLimit = meta.isPublic ? ANONYMOUS_BODY_LARGEST_BYTES : row.bodyLimitBytes;
      scope.route({
        method: row.method,
        url: `/api${row.path}`,
        ...(bodyLimit === undefined ? {} : { bodyLimit }),
        async onRequest(request, reply) {
          if (meta.isPublic) return;
          // Before the body is read: a request costs nothing until its session is known.
          const context = await requestContext(services, request, reply);
          if (type === 'mutation') assertOwnOrigin(context);
          if (meta.isOpenToVisitors) await admittedReader(context);
          else if (!context.caller) throw notSignedIn();
        },
        // HEAD must not run operations that change something.
        exposeHeadRoute: row.method === 'GET' && type === 'query',
        handler: async (request, reply) => {
          const context = await requestContext(services, request, reply);
          void reply.header('Cache-Control', 'no-store');
          const output = await operation(row, context)(input ? inputOf(request) : undefined);
          return row.sends ? sendFile(reply, output, row.sends) : sendJson(reply, output);
        },
      });
    }
  });
}
