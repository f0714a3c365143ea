import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Env } from '../env.ts';
import { CHECK_HEADER, type SeenRequests } from '../services/health/seen-requests.ts';

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

const firstOf = (header: string | string[] | undefined): string | null =>
  [header].flat()[0]?.split(',', 1)[0]!.trim() || null;

/** Notes how the requests arrive that this server sends to itself through its public address. */
export function noteOwnRequests(app: FastifyInstance, seen: SeenRequests): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket, ip } = request;
    const word = headers[CHECK_HEADER];
    if (seen.isExpected(word))
      seen.note(word, {
        socketAddress: socket.remoteAddress ?? ip,
        address: ip,
        isForwarded: isForwarded(request),
        hasForwardedFor: headers['x-forwarded-for'] !== undefined,
        host: headers.host ?? '',
        forwardedHost: firstOf(headers['x-forwarded-host']),
        forwardedProtocol: firstOf(headers['x-forwarded-proto']),
      });
    done();
  });
}
