import type { z } from 'zod';
import { MESSAGES } from '@overlook/shared/messages';
import type { setPasswordInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { refuseWeakPassword } from '../../services/passwords/refuse-weak-password.ts';
import { ownRow } from './own-row.ts';
import { storePassword } from './store-password.ts';
import { lockOwnRow } from './verified-user.ts';

/**
 * Changes the caller's own password and ends their other sessions. Throws 400 for a wrong old or a weak new one, and 429
 * after too many wrong ones: a stolen session must not be a way to the password.
 */
export async function setPassword(
  ctx: SignedInContext,
  { oldPassword, newPassword }: z.output<typeof setPasswordInputSchema>,
): Promise<{ status: 'success' }> {
  const user = await ownRow(ctx);
  const { email, passwordHash } = user;
  await refuseWeakPassword(newPassword, email, 'newPassword');
  const matches = await ctx.signInGuard.attempt({ email, address: ctx.address }, async () =>
    (await ctx.passwords.verify(passwordHash, oldPassword)) ? true : null,
  );
  if (!matches) {
    const sentence = MESSAGES['account.oldPasswordWrong'];
    throw invalid(sentence, { oldPassword: sentence });
  }
  const change = {
    passwordHash: await ctx.passwords.hash(newPassword),
    action: 'auth.setPassword',
    keptSession: ctx.caller.tokenHash,
  } as const;
  await ctx.db.transaction(async (tx) => {
    await lockOwnRow(tx, ctx, user);
    await storePassword(ctx, tx, user, change);
  });
  ctx.access.forget();
  return { status: 'success' };
}
