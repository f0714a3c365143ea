import { and, eq, isNull } from 'drizzle-orm';
import { recoveryCodes, users } from '@overlook/db/schema';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../context.ts';
import { conflict, notFound } from '../../errors.ts';
import { recordDone } from '../../services/audit.ts';
import { twoFactorClearedLetter } from '../../services/mail/letters.ts';
import { refuseMorePowerful } from '../permissions/refuse-overreach.ts';
import type { SavedUser } from './change-user.ts';
import { endSignIns } from './end-sign-ins.ts';
import { loadUser } from './load-user.ts';
import { refuseOneself } from './refuse-oneself.ts';

/**
 * Takes a lost second factor away, ends the person's sessions and tells them by mail. What an open form of this user would
 * save is not touched, so the version stays. Throws 404; 409 for oneself, who needs a code for it, and where there is
 * none; 403 for somebody more powerful than the caller, whose account would then hang on a password alone.
 */
export async function clearTwoFactor(ctx: SignedInContext, { id }: { id: number }): Promise<SavedUser> {
  refuseOneself(ctx, id);
  await ctx.db.transaction(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)))
      .for('update');
    if (!user) throw notFound(ADMIN_MESSAGES['user.unknown']);
    await refuseMorePowerful(tx, ctx.caller.userId, id);
    if (user.totpSecret === null) throw conflict(ADMIN_MESSAGES['user.twoFactorOff']);
    await tx
      .update(users)
      .set({ totpSecret: null, totpPendingSecret: null, totpLastStep: null })
      .where(eq(users.id, id));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
    await endSignIns(tx, id);
    const letter = twoFactorClearedLetter({ productName: ctx.env.productName, at: ctx.clock.now() });
    await ctx.mail.add(tx, { to: user.email, letter });
    const name = `${user.firstName} ${user.lastName}`;
    await recordDone(tx, ctx, { action: 'users.clearTwoFactor', subject: `user:${id}`, details: { name } });
  });
  ctx.access.forget();
  return { status: 'success', user: await loadUser(ctx, id) };
}
