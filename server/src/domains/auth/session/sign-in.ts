import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '@overlook/db/schema';
import type { SignInAnswer, signInInputSchema } from '@overlook/shared/schemas';
import type { RequestContext } from '../../../context.ts';
import { wrongCredentials } from '../../../errors/app-error.ts';
import { issueChallenge } from './challenges.ts';
import { loadOrganisationSecurity } from '../../organisation/security.ts';
import { startSession } from './start-session.ts';
import { lockVerified, type VerifiedUser } from './verified-user.ts';

/**
 * Continues after a right password: with a session, or with a challenge for users with a second factor, and for users who must
 * have one because the organisation requires it. Throws 401 when the account has changed since the password was checked.
 */
async function continueSignIn(ctx: RequestContext, user: VerifiedUser): Promise<SignInAnswer> {
  const challenge = () =>
    ctx.db.transaction(async (tx) => {
      await lockVerified(tx, user, wrongCredentials);
      return issueChallenge(tx, ctx.clock.now(), 'two_factor', user.id);
    });
  if (user.totpSecret !== null) return { status: 'two_factor', challenge: await challenge() };
  const { enable2FA } = await loadOrganisationSecurity(ctx);
  if (enable2FA) return { status: 'enrol_two_factor', challenge: await challenge() };
  return startSession(ctx, user, 'password', { refusal: wrongCredentials });
}

/**
 * Checks e-mail and password and starts a session, or asks for the second factor. Wrong password, unknown, disabled and
 * archived account give the same message in the same time. Throws 401 WRONG_CREDENTIALS, 429 after too
 * many failures.
 */
export async function signIn(
  ctx: RequestContext,
  { email, password }: z.output<typeof signInInputSchema>,
): Promise<SignInAnswer> {
  const user = await ctx.signInGuard.attempt({ email, address: ctx.address }, async () => {
    const [user] = await ctx.db.select().from(users).where(eq(users.email, email));
    const matches = await ctx.passwords.verify(user?.passwordHash ?? null, password);
    return user && matches && !user.disabledAt && !user.archivedAt ? user : null;
  });
  if (user === null) throw wrongCredentials();
  return continueSignIn(ctx, user);
}
