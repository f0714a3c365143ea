import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '@overlook/db/schema';
import type { SignInAnswer, signInInputSchema } from '@overlook/shared/schemas';
import type { RequestContext } from '../../context.ts';
import { wrongCredentials } from '../../errors.ts';
import { continueSignIn } from './continue-sign-in.ts';

/**
 * Checks e-mail and password and starts a session, or asks for the second factor. Wrong password, unknown, disabled and
 * archived account answer in the same words and time (decisions §3). Throws 401 WRONG_CREDENTIALS, 429 after too many
 * failures.
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
