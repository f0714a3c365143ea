import type { FastifyReply, FastifyRequest } from 'fastify';
import { VISITOR_QUERY_FIELD } from '@overlook/shared/config';
import type { Caller, Reader, Services } from '../context.ts';
import { admittedCaller } from '../http/admission.ts';
import { callerOf, visitorOf } from '../http/request-context.ts';

/** For files that never change under their address; they depend on the user, so shared caches must not keep them. */
export const CACHED_FOR_EVER = 'private, max-age=31536000, immutable';

/** For files that the browser asks for again each time: the answer is short while the file and the permission are the same. */
export const CHECKED_EACH_TIME = 'private, no-cache';

/** Content security policy of stored files: a browser that opens one directly does not run its scripts. */
export const NO_SCRIPTS = "default-src 'none'; sandbox";

export const NO_FILE = 'There is no such file.';

/**
 * The reader of a file, by cookie or bearer token; sessions are cached. Throws 401, and 403 before the disclaimer is
 * accepted.
 */
export async function readingCaller(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const { access } = services;
  varyByPerson(reply);
  const caller = await callerOf(request, reply, services, access.recentSession);
  return admittedCaller({ caller, access }, { isChange: false });
}

/** A browser's cache gives an answer only to the session that has read it, and not to the next one of the same browser. */
function varyByPerson(reply: FastifyReply): void {
  void reply.header('Vary', [reply.getHeader('Vary') ?? [], 'Authorization', 'Cookie'].flat().join(', '));
}

/** An answer that depends on its address alone. `hasForeignPages`: pages of other origins may show models. */
export function openToAll(reply: FastifyReply, hasForeignPages: boolean): void {
  void reply.removeHeader('Vary').removeHeader('Access-Control-Allow-Origin');
  if (!hasForeignPages) return;
  void reply.header('Access-Control-Allow-Origin', '*').header('Cross-Origin-Resource-Policy', 'cross-origin');
}

/** How a browser may keep a file: a view that was withdrawn is not shown again, not even on the device that had it. */
export const cachingFor = (reader: Reader): string => ('via' in reader ? CACHED_FOR_EVER : CHECKED_EACH_TIME);

/**
 * The reader of a file that visitors may see too: their token is in `Authorization` or in the address, which needs no
 * preflight request from pages of other origins. Throws as `readingCaller` and `visitors.visitor` do.
 */
export async function fileReader(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Reader> {
  const inAddress = (request.query as Record<string, unknown>)[VISITOR_QUERY_FIELD];
  const visitor = await visitorOf(request, services, typeof inAddress === 'string' ? inAddress : undefined);
  if (!visitor) return readingCaller(services, request, reply);
  if (inAddress === undefined) varyByPerson(reply);
  return visitor;
}
