import type { z } from 'zod';
import type { SignedInAnswer, twoFactorInputSchema } from '@overlook/shared/schemas';
import type { RequestContext } from '../../../context.ts';
import { useCode } from '../../../services/two-factor/use-code.ts';
import { startSession } from '../start-session.ts';
import { challenged, settleChallenge, wrongCode } from './challenge.ts';

/**
 * The second step of signing in: a code for the challenge that the right password gave. Throws 401 for a wrong code or a
 * dead challenge, 429 after too many wrong codes.
 */
export async function secondStep(
  ctx: RequestContext,
  { challenge, code }: z.output<typeof twoFactorInputSchema>,
): Promise<SignedInAnswer> {
  const user = await challenged(ctx, challenge);
  const who = { email: user.email, address: ctx.address, tries: 'code' } as const;
  const method = await ctx.signInGuard.attempt(who, () => useCode(ctx, user, code));
  if (method === null) throw wrongCode();
  return startSession(ctx, user, method, { settle: settleChallenge(challenge) });
}
