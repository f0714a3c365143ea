import { eq, and, gt, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { users, passwordResetTokens } from '@overlook/db/schema';
import { ACCOUNT_MESSAGES, SIGN_IN_REFUSALS } from '@overlook/shared/messages';
import type { setPasswordInputSchema, resetPasswordInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext, RequestContext } from '../../../context.ts';
import { invalid } from '../../../errors/app-error.ts';
import { type AccessTransaction, accessTransaction } from '../../members/access-transaction.ts';
import { recordDone } from '../../../services/audit.ts';
import { passwordChangedMail } from '../../../services/mail/mail-templates.ts';
import { hashToken } from '../../../services/tokens.ts';
import { assertFewOwnChanges } from '../account/own-changes.ts';
import { endSignIns } from '../session/sessions.ts';
import { ownRow, lockOwnRow, lockVerified } from '../session/verified-user.ts';
import { assertStrongPassword } from './weak-password.ts';

/**
 * Stores a new password in a transaction, ends all sessions and sign-ins that the old one began, except `keptSession`, and
 * informs the user by mail.
 */
async function storePassword(
  ctx: RequestContext,
  tx: AccessTransaction,
  user: Pick<typeof users.$inferSelect, 'id' | 'email'>,
  change: { passwordHash: string; action: 'auth.setPassword' | 'auth.resetPassword'; keptSession?: string },
): Promise<void> {
  const { clock, address, device } = ctx;
  await tx.update(users).set({ passwordHash: change.passwordHash }).where(eq(users.id, user.id));
  await endSignIns(tx, user.id, change.keptSession);
  await recordDone(tx, { ...ctx, caller: { userId: user.id } }, { action: change.action, subject: `user:${user.id}` });
  const content = passwordChangedMail({
    productName: ctx.env.productName,
    device: device.name,
    address,
    at: clock.now(),
  });
  await ctx.mail.add(tx, { to: user.email, content });
}

/**
 * Changes the caller's own password and ends their other sessions. Throws 400 for a wrong old or a weak new one, and 429
 * after too many wrong ones, so that a stolen session cannot be used to guess the password, and after too many changes.
 */
export async function setPassword(
  ctx: SignedInContext,
  { oldPassword, newPassword }: z.output<typeof setPasswordInputSchema>,
): Promise<{ status: 'success' }> {
  const user = await ownRow(ctx);
  const { email, passwordHash } = user;
  await assertStrongPassword(newPassword, email, 'newPassword');
  const matches = await ctx.signInGuard.attempt({ email, address: ctx.address }, async () =>
    (await ctx.passwords.verify(passwordHash, oldPassword)) ? true : null,
  );
  if (!matches) {
    const sentence = ACCOUNT_MESSAGES['account.oldPasswordWrong'];
    throw invalid(sentence, { oldPassword: sentence });
  }
  const change = {
    passwordHash: await ctx.passwords.hash(newPassword),
    action: 'auth.setPassword',
    keptSession: ctx.caller.tokenHash,
  } as const;
  await accessTransaction(ctx, async (tx) => {
    await lockOwnRow(tx, ctx, user);
    await assertFewOwnChanges(ctx, tx);
    await storePassword(ctx, tx, user, change);
  });
  return { status: 'success' };
}

const linkDead = () =>
  invalid(SIGN_IN_REFUSALS['auth.resetLinkDead'], { passwordResetToken: SIGN_IN_REFUSALS['auth.resetLinkDead'] });

/**
 * Sets the password of a user who presents a reset link and its e-mail address, once, and ends all sessions of the user. Throws 400
 * for a weak password and for a link that is used, expired, of another account, or unknown, always with the same
 * message.
 */
export async function resetPassword(
  ctx: RequestContext,
  { email, password, passwordResetToken }: z.output<typeof resetPasswordInputSchema>,
): Promise<{ status: 'success' }> {
  await assertStrongPassword(password, email, 'password');
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
    // Only an invalid link counts, so that failures of strangers do not stop the owner.
    await ctx.signInGuard.attempt({ address: ctx.address, tries: 'reset' }, async () => null);
    throw linkDead();
  }
  const { user } = found;
  const passwordHash = await ctx.passwords.hash(password);
  await accessTransaction(ctx, async (tx) => {
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
  return { status: 'success' };
}
