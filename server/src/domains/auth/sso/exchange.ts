import type { z } from 'zod';
import type { Db } from '@overlook/db';
import type { exchangeInputSchema, SignInAnswer } from '@overlook/shared/schemas';
import type { RequestContext } from '../../../context.ts';
import { signInExpired } from '../../../errors/app-error.ts';
import { boundChallenge, issueChallenge, challengeHolder, consumeChallenge } from '../session/challenges.ts';
import { startSession } from '../session/start-session.ts';
import { rejectExpiredChallenge } from '../two-factor/second-step.ts';
import { lockVerified } from '../session/verified-user.ts';

/**
 * Exchanges the ticket of the return from the provider for a session, in the same browser. A user who has switched on a
 * second factor here has to enter it; where only the organisation requires one, the provider asks for it. Throws 401
 * for a ticket that is used, expired, another user's or another browser's.
 */
export async function exchange(
  ctx: RequestContext,
  { id, token }: z.output<typeof exchangeInputSchema>,
): Promise<SignInAnswer> {
  const now = ctx.clock.now();
  const ticket = boundChallenge(token, ctx.returnToken ?? '');
  const user = await challengeHolder(ctx.db, now, 'sso', ticket);
  if (!user || user.id !== id) return rejectExpiredChallenge(ctx);
  const settle = async (tx: Db) => {
    if (!(await consumeChallenge(tx, ticket))) throw signInExpired();
  };
  ctx.setReturnCookie(null);
  if (user.totpSecret === null) return startSession(ctx, user, 'sso', { settle });
  const challenge = await ctx.db.transaction(async (tx) => {
    await lockVerified(tx, user);
    await settle(tx);
    return issueChallenge(tx, now, 'two_factor', user.id);
  });
  return { status: 'two_factor', challenge };
}
