import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Env } from '../env.ts';

/** Headers that reverse proxies add; browsers never send them. */
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'via'];

/** Whether the request has headers of a proxy. A client can pretend this, but not hide it. */
export const isForwarded = (request: Pick<FastifyRequest, 'headers'>): boolean =>
  FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined);

/**
 * Warns once when a proxy forwards requests and `TRUST_PROXY` is not set: then all people have the address of the
 * proxy, and the failed sign-ins of one person lock the others out.
 */
export function warnOfUntrustedProxy(app: FastifyInstance, env: Env): void {
  if (env.trustProxy.length > 0) return;
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && isForwarded(request)) {
      isWarned = true;
      request.log.warn(
        { address: request.ip },
        `Requests arrive through a proxy at ${request.ip}, and TRUST_PROXY is not set: all people count as this one ` +
          'address, and too many failed sign-ins of one lock out all. Set TRUST_PROXY to the address of the proxy.',
      );
    }
    done();
  });
}
