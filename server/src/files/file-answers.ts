import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Services } from '../context.ts';
import { admittedCaller } from '../http/admission.ts';
import { callerOf } from '../http/request-context.ts';

/** Of what never changes under its address; it depends on the user, so shared caches must not keep it. */
export const CACHED_FOR_EVER = 'private, max-age=31536000, immutable';

/** Content security policy of stored files: a browser that opens one directly runs no script of it. */
export const NO_SCRIPTS = "default-src 'none'; sandbox";

export const NO_FILE = 'There is no such file.';

/** Who asks for a file, by cookie or bearer token; sessions are cached. Throws 401, and 403 before the disclaimer is accepted. */
export async function readingCaller(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const { access } = services;
  const caller = await callerOf(request, reply, services, access.recentSession);
  return admittedCaller({ caller, access }, { isChange: false });
}
