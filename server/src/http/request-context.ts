import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  DEVICE_COOKIE,
  DEVICE_LIFE_MS,
  SESSION_COOKIE,
  SSO_RETURN_COOKIE,
  SSO_TICKET_LIFE_MS,
} from '@overlook/shared/config';
import type { Caller, RequestContext, Services } from '../context.ts';
import type { Env } from '../env.ts';
import type { Session } from '../sessions/access.ts';
import { isVisitorToken, type Visitor } from '../sessions/visitors.ts';
import { withoutPort } from '../services/network-of.ts';
import { deviceName } from './device-name.ts';
import { recordLogUser } from './logging.ts';

const BEARER = /^Bearer +(\S+)$/i;

/** The origin of the calling page; null for the instance's own pages and for clients that are not browsers. */
export function foreignOriginOf({ headers }: Pick<FastifyRequest, 'headers'>, env: Env): string | null {
  const { origin, host } = headers;
  if (origin === undefined || origin === new URL(env.publicUrl).origin) return null;
  return URL.canParse(origin) && new URL(origin).host === host ? null : origin;
}

/**
 * Whether the request is from a page of another origin. Browsers state this in `Origin`, or in `Sec-Fetch-Site` where
 * they send no origin; following a link from a foreign page to a download is not foreign. Clients that are not browsers
 * send neither.
 */
function isForeign(request: Pick<FastifyRequest, 'headers'>, env: Env): boolean {
  if (request.headers.origin !== undefined) {
    const foreign = foreignOriginOf(request, env);
    return foreign !== null && !env.embedOrigins.includes(foreign);
  }
  return request.headers['sec-fetch-site'] === 'cross-site' && request.headers['sec-fetch-mode'] !== 'navigate';
}

/** The token of a request and its source. A bearer token is preferred, and a cookie does not replace a wrong one. */
export function tokenOf(request: FastifyRequest, env: Env): { token: string; via: Caller['via'] } | null {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const token = BEARER.exec(authorization)?.[1];
    return token ? { token, via: 'bearer' } : null;
  }
  const token = request.cookies[SESSION_COOKIE];
  return token && !isForeign(request, env) ? { token, via: 'cookie' } : null;
}

const cookieOptions = ({ publicUrl }: Env) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }) as const;

/**
 * The caller, or null. `lookUp` finds the session: `access.session` for operations, `access.recentSession` for files.
 */
export async function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  lookUp: (token: string) => Promise<Session | null>,
): Promise<Caller | null> {
  const brought = tokenOf(request, services.env);
  if (!brought || isVisitorToken(brought.token)) return null;
  const session = await lookUp(brought.token);
  if (!session) return null;
  recordLogUser(request, session.userId);
  // The cookie lives as long as the session does. The cookie of another session in the same browser is kept.
  if (session.renewedUntil && [undefined, brought.token].includes(request.cookies[SESSION_COOKIE])) {
    const expires = session.renewedUntil;
    void reply.setCookie(SESSION_COOKIE, brought.token, { ...cookieOptions(services.env), expires });
  }
  return { ...session, via: brought.via, permissions: await services.access.permissions(session.userId) };
}

/**
 * The visitor with this token, or with the one in `Authorization`; null for others. Throws as `visitors.visitor` does.
 */
export async function visitorOf(
  request: FastifyRequest,
  { visitors, env }: Services,
  token = tokenOf(request, env)?.token,
): Promise<Visitor | null> {
  return token === undefined ? null : visitors.visitor(token, foreignOriginOf(request, env));
}

const contexts = new WeakMap<FastifyRequest, Promise<RequestContext>>();

/**
 * The context of an operation that is requested over HTTP: one for each request, so that its session is looked up once.
 */
export function requestContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestContext> {
  const known = contexts.get(request);
  if (known) return known;
  const made = makeContext(services, request, reply);
  contexts.set(request, made);
  return made;
}

/** Aborted when the connection closes before the answer is complete. */
function endOf({ raw }: FastifyReply): AbortSignal {
  const ended = new AbortController();
  const end = () => raw.writableFinished || ended.abort();
  if (raw.closed) end();
  else raw.once('close', end);
  return ended.signal;
}

async function makeContext(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<RequestContext> {
  const cookie = cookieOptions(services.env);
  const caller = await callerOf(request, reply, services, services.access.session);
  let ended: AbortSignal | null = null;
  return {
    ...services,
    // Made where an operation asks for it: it costs more than other steps of a request.
    get ended() {
      return (ended ??= endOf(reply));
    },
    caller,
    reader: caller,
    address: withoutPort(request.ip),
    device: { name: deviceName(request.headers['user-agent']), token: request.cookies[DEVICE_COOKIE] ?? null },
    visitor: () => visitorOf(request, services),
    isForeign: isForeign(request, services.env),
    foreignOrigin: foreignOriginOf(request, services.env),
    setSessionCookie(session) {
      if (session) void reply.setCookie(SESSION_COOKIE, session.token, { ...cookie, expires: session.idleEndsAt });
      else void reply.clearCookie(SESSION_COOKIE, cookie);
    },
    returnToken: request.cookies[SSO_RETURN_COOKIE] ?? null,
    setReturnCookie(token) {
      if (token) void reply.setCookie(SSO_RETURN_COOKIE, token, { ...cookie, maxAge: SSO_TICKET_LIFE_MS / 1000 });
      else void reply.clearCookie(SSO_RETURN_COOKIE, cookie);
    },
    setDeviceCookie(token) {
      const expires = new Date(services.clock.now().getTime() + DEVICE_LIFE_MS);
      void reply.setCookie(DEVICE_COOKIE, token, { ...cookie, expires });
    },
  };
}
