import { and, eq, isNull } from 'drizzle-orm';
import { recoveryCodes, users } from '@overlook/db/schema';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../context.ts';
import { conflict, notFound } from '../../errors/app-error.ts';
import { accessTransaction } from '../members/access-transaction.ts';
import { recordDone } from '../../services/audit.ts';
import { twoFactorClearedMail } from '../../services/mail/mail-templates.ts';
import { assertNotMorePowerful } from '../access/overreach.ts';
import { type SavedUser, assertNotOneself, changeUser } from './change-user.ts';
import { endSignIns } from '../auth/session/sessions.ts';
import { loadUser } from '../members/load-user.ts';

/**
 * Removes a lost second factor, ends the person's sessions and informs them by mail. The values that an open form of
 * this user would save do not change, so the version stays the same. Throws 404; 409 for oneself, who needs a code for
 * it, and where there is none; 403 for a user with more permissions than the caller, whose account would then be
 * protected by a password alone.
 */
export async function clearTwoFactor(ctx: SignedInContext, { id }: { id: number }): Promise<SavedUser> {
  assertNotOneself(ctx, id);
  await accessTransaction(ctx, async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)))
      .for('update');
    if (!user) throw notFound(ADMIN_MESSAGES['user.unknown']);
    await assertNotMorePowerful(tx, ctx.caller.userId, id);
    if (user.totpSecret === null) throw conflict(ADMIN_MESSAGES['user.twoFactorOff']);
    await tx
      .update(users)
      .set({ totpSecret: null, totpPendingSecret: null, totpLastStep: null })
      .where(eq(users.id, id));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
    await endSignIns(tx, id);
    const content = twoFactorClearedMail({ productName: ctx.env.productName, at: ctx.clock.now() });
    await ctx.mail.add(tx, { to: user.email, content });
    const name = `${user.firstName} ${user.lastName}`;
    await recordDone(tx, ctx, { action: 'users.clearTwoFactor', subject: `user:${id}`, details: { name } });
  });
  return { status: 'success', user: await loadUser(ctx, id) };
}

/** Removes the link to a single sign-on identity. Throws 403 for a user with more permissions than the caller, 404. */
export const clearSso = (ctx: SignedInContext, { id }: { id: number }): Promise<SavedUser> =>
  changeUser(ctx, { action: 'users.clearSSO', id }, async (tx, { ssoTid, ssoSub }) => {
    await assertNotMorePowerful(tx, ctx.caller.userId, id);
    return { set: { ssoTid: null, ssoSub: null }, details: { ssoTid, ssoSub } };
  });
