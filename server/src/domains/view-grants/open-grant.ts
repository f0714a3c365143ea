import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isDiskFull } from '@overlook/db';
import { viewGrants } from '@overlook/db/schema';
import { VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import type { openViewGrantInputSchema, Visit } from '@overlook/shared/schemas';
import type { RequestContext } from '../../context.ts';
import { AppError } from '../../errors/app-error.ts';
import { hashToken } from '../../services/tokens.ts';
import {
  assertOpen,
  assertOrigin,
  findGrant,
  effectiveOrigins,
  visitorPermissions,
  type StoredGrant,
} from '../../sessions/live-grant.ts';

/** Throws 401 without the password, or with a wrong one; guesses are counted by grant and by address. */
async function assertPassword(ctx: RequestContext, { grant }: StoredGrant, password: string | null): Promise<void> {
  const { passwordHash } = grant;
  if (passwordHash === null) return;
  if (password === null) throw new AppError('PASSWORD_WANTED', VIEW_GRANTS_MESSAGES['grant.passwordWanted']);
  const who = { tries: 'view', grantId: grant.id, address: ctx.address } as const;
  const isRight = await ctx.signInGuard.attempt(who, async () =>
    (await ctx.passwords.verify(passwordHash, password)) ? true : null,
  );
  if (!isRight) throw new AppError('WRONG_CREDENTIALS', VIEW_GRANTS_MESSAGES['grant.passwordWrong']);
}

/** Counts an opening. On a full disk the grant opens without being counted. */
async function countOpening({ db, clock }: RequestContext, id: number): Promise<void> {
  await db
    .update(viewGrants)
    .set({ lastOpenedAt: clock.now(), openings: sql`${viewGrants.openings} + 1` })
    .where(eq(viewGrants.id, id))
    .catch((error: unknown) => {
      if (!isDiskFull(error)) throw error;
    });
}

/**
 * Opens a grant: answers with the data of the visit and a token for an hour. A visit that continues with another token
 * is counted once. Throws 404 where it does not exist, was revoked or has ended, 403 on an origin that may not show it,
 * 401 without its password and 429 after too many wrong ones.
 */
export async function openGrant(
  ctx: RequestContext,
  { token, password = null, visitorToken: before = null }: z.output<typeof openViewGrantInputSchema>,
): Promise<Visit> {
  const stored = await findGrant(ctx.db, { tokenHash: hashToken(token) });
  assertOpen(stored, ctx.clock.now());
  assertOrigin(stored, ctx.foreignOrigin, ctx.env);
  const { grant, siteSlug, formerSiteSlugs } = stored;
  const permissions = visitorPermissions(stored, await ctx.access.permissions(grant.madeBy));
  await assertPassword(ctx, stored, password);
  const goesOn = before !== null && (await ctx.visitors.wasIssued(before, grant.id));
  if (!goesOn) await countOpening(ctx, grant.id);
  const { visitorToken, expiresAt } = await ctx.visitors.issue(grant.id);
  const { kind, siteId, controls, view } = grant;
  const visit = {
    visitorToken,
    expiresAt: expiresAt.toISOString(),
    kind,
    siteId,
    siteSlug,
    ...(formerSiteSlugs.length > 0 ? { formerSiteSlugs: [...formerSiteSlugs] } : {}),
    permissions,
    controls,
    view,
  };
  return { ...visit, origins: effectiveOrigins(stored, ctx.env) };
}
