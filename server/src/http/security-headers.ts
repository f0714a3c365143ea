import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Env } from '../env.ts';

/** Gives every answer the security headers. They are made once, because helmet makes them for each request. */
export function addSecurityHeaders(app: FastifyInstance, env: Env): void {
  const headers = madeHeaders(securityHeaders(env));
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    done();
  });
}

function madeHeaders(options: HelmetOptions): [name: string, value: string][] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error) throw error;
  });
  return response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]);
}

/**
 * Lets only pages of `origins` show this answer in a frame, in place of the default origins; with an empty list no page
 * may. Every page up to the top one must be of these origins (CSP Level 3 §6.4.2).
 */
export function frameAncestors(
  request: FastifyRequest,
  reply: FastifyReply,
  env: Env,
  origins: readonly string[],
): Promise<void> {
  if (origins.length === 0) reply.raw.setHeader('X-Frame-Options', 'DENY');
  else reply.raw.removeHeader('X-Frame-Options');
  const set = helmet.contentSecurityPolicy(pagePolicy(env, origins.length === 0 ? ["'none'"] : origins));
  return new Promise((done, fail) => {
    set(request.raw, reply.raw, (error) => (error ? fail(error as Error) : done()));
  });
}

/** What pages of this server may load, and the sources that may show them in a frame. */
function pagePolicy(env: Env, ancestors: readonly string[]) {
  const basemap = env.basemapStyleUrl ? [new URL(env.basemapStyleUrl).origin] : [];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      // Draco and Basis decoders are WebAssembly.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      // The map starts its worker from a blob.
      workerSrc: ["'self'", 'blob:'],
      childSrc: ["'self'", 'blob:'],
      // Interface components write positions and touch behaviour into style elements.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...basemap],
      // glTF may carry its buffers as data URIs.
      connectSrc: ["'self'", 'data:', 'blob:', ...basemap],
      fontSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: [...ancestors],
    },
  };
}

function securityHeaders(env: Env): HelmetOptions {
  const isEncrypted = env.publicUrl.startsWith('https:');
  return {
    contentSecurityPolicy: pagePolicy(env, ["'self'", ...env.embedOrigins]),
    strictTransportSecurity: isEncrypted ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // `frame-ancestors` replaces this header, which cannot name other origins.
    xFrameOptions: env.embedOrigins.length === 0 ? { action: 'sameorigin' } : false,
    referrerPolicy: { policy: 'no-referrer' },
  };
}
