import type { z } from 'zod';
import type { Db } from '@overlook/db';
import type { users } from '@overlook/db/schema';
import { SIGN_IN_REFUSALS } from '@overlook/shared/messages';
import type { SignedInAnswer, twoFactorInputSchema } from '@overlook/shared/schemas';
import type { RequestContext } from '../../../context.ts';
import { AppError, signInExpired } from '../../../errors/app-error.ts';
import { challengeHolder, consumeChallenge } from '../session/challenges.ts';
import { startSession } from '../session/start-session.ts';
import { verifyCode } from './codes.ts';

/** 401: the code is wrong or was used before. */
export const wrongCode = () => new AppError('WRONG_CREDENTIALS', SIGN_IN_REFUSALS['auth.codeWrong']);

/**
 * The user whose password was right when this challenge was issued. Throws 401 for an unknown or expired challenge, and 429
 * after too many of them from one address.
 */
export async function challengedUser(ctx: RequestContext, challenge: string): Promise<typeof users.$inferSelect> {
  const user = await challengeHolder(ctx.db, ctx.clock.now(), 'two_factor', challenge);
  return user ?? rejectExpiredChallenge(ctx);
}

/** Throws 401 for an unknown or expired challenge, and 429 after too many of them from one address. */
export async function rejectExpiredChallenge({ signInGuard, address }: RequestContext): Promise<never> {
  await signInGuard.attempt({ address, tries: 'challenge' }, async () => null);
  throw signInExpired();
}

/** Consumes a challenge in the transaction that signs its user in, so that it signs in once. */
export const consumeInTransaction = (challenge: string) => async (tx: Db) => {
  if (!(await consumeChallenge(tx, challenge))) throw signInExpired();
};

/**
 * The second step of signing in: a code for the challenge that the right password gave. Throws 401 for a wrong code or an
 * expired challenge, 429 after too many wrong codes.
 */
export async function secondStep(
  ctx: RequestContext,
  { challenge, code }: z.output<typeof twoFactorInputSchema>,
): Promise<SignedInAnswer> {
  const user = await challengedUser(ctx, challenge);
  const who = { email: user.email, address: ctx.address, tries: 'code' } as const;
  const method = await ctx.signInGuard.attempt(who, () => verifyCode(ctx, user, code));
  if (method === null) throw wrongCode();
  return startSession(ctx, user, method, { settle: consumeInTransaction(challenge) });
}
