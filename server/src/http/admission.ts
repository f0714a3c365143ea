import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import type { Caller, Reader, RequestContext } from '../context.ts';
import { AppError, disclaimerRequired, notSignedIn } from '../errors/app-error.ts';

/** Throws 403 for a change that a page of another origin requests without a token; sign-in is a change too. */
export function assertOwnOrigin({ isForeign, caller }: Pick<RequestContext, 'isForeign' | 'caller'>): void {
  if (isForeign && caller?.via !== 'bearer')
    throw new AppError('FOREIGN_ORIGIN', REQUESTS_MESSAGES['request.foreignOrigin']);
}

interface Admission {
  readonly isChange: boolean;
  /** Open to a session whose user has not accepted the disclaimer yet. */
  readonly isOpenBeforeDisclaimer?: boolean | undefined;
}

/**
 * The caller of a request with a live session. A change needs the token in `Authorization`, because browsers send cookies
 * along with the requests of foreign pages. Throws 401 NOT_SIGNED_IN, 403 BEARER_REQUIRED or DISCLAIMER_REQUIRED.
 */
export async function admittedCaller(
  { caller, access }: Pick<RequestContext, 'caller' | 'access'>,
  { isChange, isOpenBeforeDisclaimer = false }: Admission,
): Promise<Caller> {
  if (!caller) throw notSignedIn();
  if (isChange && caller.via === 'cookie')
    throw new AppError('BEARER_REQUIRED', REQUESTS_MESSAGES['request.bearerRequired']);
  if (!caller.hasAcceptedDisclaimer && !isOpenBeforeDisclaimer) throw disclaimerRequired();
  // A change is never decided by cached permissions: another process may have altered them.
  return isChange ? { ...caller, permissions: await access.freshPermissions(caller.userId) } : caller;
}

/**
 * The reader: the caller of a live session, or the visitor of a public link or an embed. Throws 401 for others, and
 * what `admittedCaller` and `RequestContext.visitor` throw.
 */
export async function admittedReader(ctx: Pick<RequestContext, 'caller' | 'access' | 'visitor'>): Promise<Reader> {
  if (ctx.caller) return admittedCaller(ctx, { isChange: false });
  const visitor = await ctx.visitor();
  if (!visitor) throw notSignedIn();
  return visitor;
}
