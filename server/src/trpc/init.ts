import { initTRPC, TRPCError } from '@trpc/server';
import { LIVE_PING_MS, LIVE_SILENT_MS } from '@overlook/shared/config';
import { isAllowed, type PermissionToken, isAllowedAtSite, isAllowedSomewhere } from '@overlook/shared/permissions';
import { type ErrorBody, idInputSchema } from '@overlook/shared/schemas';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { Caller, RequestContext } from '../context.ts';
import { messageKey } from '../errors/message-key.ts';
import { toAppError } from '../errors/to-app-error.ts';
import { AppError, forbidden, notFound } from '../errors/app-error.ts';
import { admittedCaller, admittedReader, assertOwnOrigin } from '../http/admission.ts';
import { recordRefusal } from '../services/audit.ts';
import { assertPlainText } from './plain-text.ts';

/** The description of a procedure for the documents and the checks. */
export interface ProcedureMeta {
  /** One sentence on what the operation does. Every procedure has one. */
  readonly summary?: string;
  readonly isPublic?: boolean;
  /** Open to the visitors of a public link or an embed, who read the data of their grant: set by `openToVisitors`. */
  readonly isOpenToVisitors?: boolean;
  /** Open to a session whose user has not accepted the disclaimer yet. */
  readonly isOpenBeforeDisclaimer?: boolean;
  /** The tokens it needs at global scope, all of them: set by `withPermission`. */
  readonly permissions?: readonly PermissionToken[];
  /** The token it needs at one site at least: set by `withPermissionSomewhere`. */
  readonly permissionSomewhere?: PermissionToken;
  /** The tokens it needs at the site that its input names, all of them: set by `withPermissionAtSite`. */
  readonly permissionsAtSite?: readonly PermissionToken[];
  /** Its answer grows with the stored data and has no pages: a batch may ask for it once. */
  readonly isWhole?: boolean;
  /** A mutation only because its input is too large for an address, or for its cost: it alters nothing and need not be audited. */
  readonly isDry?: boolean;
}

const t = initTRPC
  .context<RequestContext>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    sse: { ping: { enabled: true, intervalMs: LIVE_PING_MS }, client: { reconnectAfterInactivityMs: LIVE_SILENT_MS } },
    errorFormatter({ shape, error }) {
      const shown = toAppError(error);
      const app: ErrorBody = shown.body();
      const { code, httpStatus, path } = shape.data;
      return { ...shape, message: app.error, data: { code, httpStatus, path, app, key: messageKey(shown.sentence) } };
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

const trpcErrorOf = (app: AppError) =>
  new TRPCError({
    code: TRPC_CODE_BY_STATUS[app.status] ?? 'INTERNAL_SERVER_ERROR',
    message: app.message,
    cause: app,
  });

/**
 * Gives the errors of a subscription their HTTP status under tRPC, because a subscription throws after the procedure's
 * steps have ended.
 */
export async function* live<T>(yielded: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  try {
    yield* yielded;
  } catch (error) {
    throw error instanceof AppError ? trpcErrorOf(error) : error;
  }
}

/** "user:5" of `users.update` with the id 5; undefined where the input has no id. */
function subjectOf(path: string, input: unknown): string | undefined {
  const id = idInputSchema.safeParse((input as { id?: unknown } | null | undefined)?.id);
  return id.success ? `${path.split('.', 1)[0]!.replace(/s$/, '')}:${id.data}` : undefined;
}

/**
 * Around every operation: an error gets its HTTP status under tRPC, and a change that is refused is written into the audit. One
 * step, because each step of tRPC copies the call.
 */
const checkedProcedure = t.procedure.use(async ({ ctx, type, path, meta, getRawInput, next }) => {
  const result = await next();
  if (result.ok) return result;
  if (type === 'mutation' && !meta?.isDry) {
    const { code } = toAppError(result.error);
    await recordRefusal(ctx, { action: path, subject: subjectOf(path, await getRawInput()) }, code);
  }
  if (result.error.cause instanceof AppError) throw trpcErrorOf(result.error.cause);
  return result;
});

export const { router, createCallerFactory } = t;

/** Open to anyone; a cookie in the request has no effect. */
export const publicProcedure = checkedProcedure.use(async ({ ctx, type, getRawInput, next }) => {
  if (type === 'mutation') assertOwnOrigin(ctx);
  assertPlainText(await getRawInput());
  return next();
});

/** Open to anyone, from pages of other origins too: for operations where a secret in the input decides. */
export const openToOrigins = checkedProcedure.use(async ({ getRawInput, next }) => {
  assertPlainText(await getRawInput());
  return next();
});

/** tRPC copies a context to add to it, which costs more than other steps of a query. */
const UNCHANGED = {} as { ctx: never };

/** For reading: needs a live session, or a visitor's token. Gives the operation `ctx.reader`. */
export const openToVisitors = checkedProcedure
  .meta({ isOpenToVisitors: true })
  .use(async ({ ctx, getRawInput, next }) => {
    const reader = await admittedReader(ctx);
    assertPlainText(await getRawInput());
    return next(reader === ctx.reader ? UNCHANGED : { ctx: { reader } });
  });

/** The checks of an operation's caller before its input is parsed. Throws `AppError`. */
type CallerCheck = (caller: Caller, getRawInput: () => Promise<unknown>) => void | Promise<void>;

/**
 * A change from a page of another origin, a request without a session and one without the permission are refused before the
 * input is parsed, because parsing costs by size. Then the text of the input must be such that it can be stored.
 */
const sessionProcedure = (meta: ProcedureMeta, check: CallerCheck = () => undefined) =>
  checkedProcedure.meta(meta).use(async ({ ctx, type, meta, getRawInput, next }) => {
    const { isOpenBeforeDisclaimer, permissions } = meta ?? {};
    if (type === 'mutation') assertOwnOrigin(ctx);
    const caller = await admittedCaller(ctx, { isChange: type === 'mutation', isOpenBeforeDisclaimer });
    await check(caller, getRawInput);
    assertPlainText(await getRawInput());
    const admitted = permissions && type === 'mutation' ? { ...caller, mustHold: permissions } : caller;
    return next(admitted === ctx.caller ? UNCHANGED : { ctx: { caller: admitted } });
  });

/**
 * Needs a live session. Changes need its token in `Authorization`, because browsers send cookies along with the
 * requests of foreign pages; this includes the specification's mutating GETs, which are mutations here. Throws
 * 403 DISCLAIMER_REQUIRED until the user has accepted the disclaimer, except where the procedure is open before that.
 */
export const signedIn = sessionProcedure({});

/**
 * Needs a live session that holds the tokens at global scope, all of them. The tokens are checked before the input is parsed.
 * Throws 403 FORBIDDEN.
 */
export const withPermission = (...permissions: readonly [PermissionToken, ...PermissionToken[]]) =>
  sessionProcedure({ permissions }, (caller) => {
    if (!isAllowed(caller.permissions, null, permissions)) throw forbidden();
  });

/**
 * Needs a live session that holds a site-specific token at one site at least, for operations that are started at a site
 * but change none. Throws 403 FORBIDDEN before the input is parsed.
 */
export const withPermissionSomewhere = (permissionSomewhere: PermissionToken) =>
  sessionProcedure({ permissionSomewhere }, (caller) => {
    if (!isAllowedSomewhere(caller.permissions, permissionSomewhere)) throw forbidden();
  });

/**
 * Needs a live session that holds the tokens, all of them, at the site whose id is `siteId` in the input, or the named field.
 * Otherwise throws 404 NOT_FOUND, also for an existing site: what a user may not see does not exist for that user.
 */
export const withPermissionAtSite = (
  required: PermissionToken | readonly PermissionToken[],
  { field = 'siteId' }: { field?: 'siteId' | 'siteID' } = {},
) => {
  const permissionsAtSite = [required].flat();
  return sessionProcedure({ permissionsAtSite }, async ({ permissions }, getRawInput) => {
    const input = (await getRawInput()) as Record<string, unknown> | null | undefined;
    const siteId = idInputSchema.safeParse(input?.[field]);
    // Without a site the input schema refuses the input.
    if (siteId.success && !permissionsAtSite.every((token) => isAllowedAtSite(permissions, siteId.data, token)))
      throw notFound(ADMIN_MESSAGES['site.unknown']);
  });
};
