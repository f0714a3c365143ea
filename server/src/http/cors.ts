import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.ts';
import { foreignOriginOf } from './request-context.ts';

const METHODS = 'GET, HEAD, POST';
const HEADERS = 'Authorization, Content-Type';
/** Browsers repeat the preflight request after this time; they limit it to two hours. */
const PREFLIGHT_LIFE_S = 7200;

/**
 * Lets pages of `EMBED_ORIGINS` read answers (Fetch standard §3.2). They may never send cookies, so that they read only
 * what a token in the request grants. The token decides which of these origins may show which view.
 */
export function addCors(app: FastifyInstance, env: Env): void {
  if (env.embedOrigins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('Vary', 'Origin');
    const origin = foreignOriginOf(request, env);
    if (origin === null || !env.embedOrigins.includes(origin)) return;
    void reply.header('Access-Control-Allow-Origin', origin).header('Cross-Origin-Resource-Policy', 'cross-origin');
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    await reply
      .code(204)
      .header('Access-Control-Allow-Methods', METHODS)
      .header('Access-Control-Allow-Headers', HEADERS)
      .header('Access-Control-Max-Age', PREFLIGHT_LIFE_S)
      .send();
  });
}
