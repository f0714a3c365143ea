import { and, eq, gt, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { passwordResetTokens, users } from '@overlook/db/schema';
import { MESSAGES } from '@overlook/shared/messages';
import type { resetPasswordInputSchema } from '@overlook/shared/schemas';
import type { RequestContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { refuseWeakPassword } from '../../services/passwords/refuse-weak-password.ts';
import { hashToken } from '../../services/tokens.ts';
import { storePassword } from './store-password.ts';
import { lockVerified } from './verified-user.ts';

const linkDead = () => invalid(MESSAGES['auth.resetLinkDead'], { passwordResetToken: MESSAGES['auth.resetLinkDead'] });

/**
 * Sets the password of whoever holds a reset link and knows whose it is, once, and ends all their sessions. Throws 400
 * for a weak password and for a link that is used, expired, of another account, or none: always in the same words.
 */
export async function resetPassword(
  ctx: RequestContext,
  { email, password, passwordResetToken }: z.output<typeof resetPasswordInputSchema>,
): Promise<{ status: 'success' }> {
  await refuseWeakPassword(password, email, 'password');
  const tokenHash = hashToken(passwordResetToken);
  const isLive = and(
    eq(passwordResetTokens.tokenHash, tokenHash),
    isNull(passwordResetTokens.usedAt),
    gt(passwordResetTokens.expiresAt, ctx.clock.now()),
  );
  const [found] = await ctx.db
    .select({ user: users })
    .from(passwordResetTokens)
    .innerJoin(users, eq(users.id, passwordResetTokens.userId))
    .where(and(isLive, eq(users.email, email), isNull(users.disabledAt), isNull(users.archivedAt)));
  if (!found) {
    // Only a dead link counts: failures of strangers never keep an owner from using theirs.
    await ctx.signInGuard.attempt({ address: ctx.address, tries: 'reset' }, async () => null);
    throw linkDead();
  }
  const { user } = found;
  const passwordHash = await ctx.passwords.hash(password);
  await ctx.db.transaction(async (tx) => {
    await lockVerified(tx, user, linkDead);
    const used = await tx
      .update(passwordResetTokens)
      .set({ usedAt: ctx.clock.now() })
      .where(isLive)
      .returning({ userId: passwordResetTokens.userId });
    // Two requests with one link: the second finds it used.
    if (used.length === 0) throw linkDead();
    await storePassword(ctx, tx, user, { passwordHash, action: 'auth.resetPassword' });
    await ctx.signInGuard.forgive(tx, user.email);
  });
  ctx.access.forget();
  return { status: 'success' };
}
