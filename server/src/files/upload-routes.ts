import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import type { Services, SignedInContext } from '../context.ts';
import { tooMany } from '../errors/app-error.ts';
import { toAppError } from '../errors/to-app-error.ts';
import { admittedCaller, assertOwnOrigin } from '../http/admission.ts';
import { requestContext } from '../http/request-context.ts';
import { recordRefusal } from '../services/audit.ts';

/** What a multipart body may hold. Other parts than the file are not read; `receiveFile` limits the file. */
const LIMITS = {
  files: 1,
  fileSize: Infinity,
  fields: 10,
  parts: 20,
  fieldNameSize: 100,
  fieldSize: 1000,
  headerPairs: 100,
} as const;

export interface Upload<Params> {
  /** Below `/api`, with parts like `:siteId`. */
  readonly path: string;
  /** Its name in the audit. */
  readonly action: string;
  /** Stores the upload, with `receiveFile`, and returns the answer. The body has not been read before. */
  run(context: SignedInContext, request: FastifyRequest<{ Params: Params }>): Promise<object>;
}

/** Uploads that one person may send at once: each takes room on the disk before it is counted. */
const AT_ONCE_MOST = 10;
const RETRY_SECONDS = 10;

/** Counts the uploads that run. The server counts them by itself: others have their own. */
function createUploadCount() {
  const running = new Map<number, number>();
  return async function count<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const others = running.get(userId) ?? 0;
    if (others >= AT_ONCE_MOST) throw tooMany(REQUESTS_MESSAGES['request.tooManyUploads'], RETRY_SECONDS);
    running.set(userId, others + 1);
    try {
      return await work();
    } finally {
      const left = running.get(userId)! - 1;
      if (left > 0) running.set(userId, left);
      else running.delete(userId);
    }
  };
}

/**
 * Adds a POST route with a multipart body. It needs the session's token in `Authorization`, as every change does; refusals
 * are audited. Answers 401, 403, 429 while many of the caller's run, and the errors of `run`.
 */
export async function addUpload<Params>(
  app: FastifyInstance,
  services: Services,
  { path, action, run }: Upload<Params>,
): Promise<void> {
  const counted = createUploadCount();
  const answer = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
    const context = await requestContext(services, request, reply);
    void reply.header('Cache-Control', 'no-store');
    try {
      assertOwnOrigin(context);
      const caller = await admittedCaller(context, { isChange: true });
      return await counted(caller.userId, () => run({ ...context, caller }, request));
    } catch (error) {
      await recordRefusal(context, { action }, toAppError(error).code);
      throw error;
    }
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
    scope.post<{ Params: Params }>(`/api${path}`, answer);
  });
}
