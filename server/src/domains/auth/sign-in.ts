import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { auditEntries, users } from '@overlook/db/schema';
import type { signInInputSchema, signInOutputSchema } from '@overlook/shared/schemas';
import type { RequestContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { loadUser } from '../users/load-user.ts';

/**
 * Checks e-mail and password and starts a session. Wrong password, unknown, disabled and archived account answer in
 * the same words and time (decisions §3). Throws 401 WRONG_CREDENTIALS, 429 after too many failures.
 */
export async function signIn(
  ctx: RequestContext,
  { email, password }: z.output<typeof signInInputSchema>,
): Promise<z.input<typeof signInOutputSchema>> {
  const userId = await ctx.signInGuard.attempt({ email, address: ctx.address }, async () => {
    const [user] = await ctx.db.select().from(users).where(eq(users.email, email));
    const matches = await ctx.passwords.verify(user?.passwordHash ?? null, password);
    return user && matches && !user.disabledAt && !user.archivedAt ? user.id : null;
  });
  if (userId === null) throw new AppError('WRONG_CREDENTIALS', 'The e-mail or the password is not right.');
  const session = await ctx.access.start(userId);
  await ctx.db.insert(auditEntries).values({ userId, address: ctx.address, action: 'auth.signIn' });
  ctx.setSessionCookie(session);
  return { status: 'success', user: await loadUser(ctx.db, userId), token: session.token };
}
