import { initTRPC, TRPCError } from '@trpc/server';
import type { ErrorBody } from '@overlook/shared/schemas';
import type { RequestContext } from '../context.ts';
import { toAppError } from '../error-answer.ts';
import { AppError, notSignedIn } from '../errors.ts';

/** What a procedure says about itself for the documents and for the checks. */
export interface ProcedureMeta {
  /** One sentence on what the operation does. */
  readonly summary: string;
  readonly isPublic?: boolean;
}

const t = initTRPC
  .context<RequestContext>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error }) {
      const app: ErrorBody = toAppError(error).body();
      const { code, httpStatus, path } = shape.data;
      return { ...shape, message: app.error, data: { code, httpStatus, path, app } };
    },
  });

const TRPC_CODE_BY_STATUS: Record<number, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};

/** Gives the errors of the operations their HTTP status under tRPC. */
const withStatus = t.middleware(async ({ next }) => {
  const result = await next();
  if (!result.ok && result.error.cause instanceof AppError) {
    const app = result.error.cause;
    throw new TRPCError({
      code: TRPC_CODE_BY_STATUS[app.status] ?? 'INTERNAL_SERVER_ERROR',
      message: app.message,
      cause: app,
    });
  }
  return result;
});

/**
 * What changes something needs the session token in `Authorization`: browsers send cookies along with the requests of
 * foreign pages. It holds for the specification's mutating GETs too, for they are mutations here.
 */
const withBearerToChange = t.middleware(({ ctx, type, next }) => {
  if (type === 'mutation') {
    if (ctx.caller?.via === 'cookie')
      throw new AppError('BEARER_REQUIRED', 'Changing something needs the session token in the Authorization header.');
    if (!ctx.caller && ctx.isForeign)
      throw new AppError('FOREIGN_ORIGIN', 'This cannot be asked from a page of another origin.');
  }
  return next();
});

export const { router, createCallerFactory } = t;

/** Anybody may call it. */
export const publicProcedure = t.procedure.use(withStatus).use(withBearerToChange);

/** Needs a live session. */
export const signedIn = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.caller) throw notSignedIn();
  return next({ ctx: { ...ctx, caller: ctx.caller } });
});
