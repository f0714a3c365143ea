import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Env } from '../env.ts';

/** Gives every answer the security headers. They are made once: Fastify's own plugin makes them for each request. */
export function addSecurityHeaders(app: FastifyInstance, env: Env): void {
  const setHeaders = helmet(securityHeaders(env));
  app.addHook('onRequest', (request, reply, done) =>
    setHeaders(request.raw, reply.raw, (error) => done(error as Error)),
  );
}

/** What pages of this server may load and who may show them in a frame. */
function securityHeaders(env: Env): HelmetOptions {
  const basemap = env.basemapStyleUrl ? [new URL(env.basemapStyleUrl).origin] : [];
  const isEncrypted = env.publicUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
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
        frameAncestors: ["'self'", ...env.embedOrigins],
      },
    },
    strictTransportSecurity: isEncrypted ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // `frame-ancestors` says it better; this header cannot name other origins.
    xFrameOptions: env.embedOrigins.length === 0 ? { action: 'sameorigin' } : false,
    referrerPolicy: { policy: 'no-referrer' },
  };
}
