import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recoveryCodes, users } from '@overlook/db/schema';
import { ACCOUNT_MESSAGES, SIGN_IN_REFUSALS } from '@overlook/shared/messages';
import type { disableTwoFactorInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../../context.ts';
import { conflict, invalid } from '../../../errors/app-error.ts';
import { verifyCode } from './codes.ts';
import { loadOrganisationSecurity } from '../../organisation/security.ts';
import { ownRow, lockOwnRow } from '../session/verified-user.ts';
import { announce } from './enrolment.ts';

/**
 * Switches off the caller's second factor, for their password and a code. Throws 409 when it is off, or when the
 * organisation requires one; 400 for a wrong password or code, 429 after too many of them.
 */
export async function disable(
  ctx: SignedInContext,
  { password, code }: z.output<typeof disableTwoFactorInputSchema>,
): Promise<{ status: 'success' }> {
  const user = await ownRow(ctx);
  if (user.totpSecret === null) throw conflict(ACCOUNT_MESSAGES['account.twoFactorOff']);
  if ((await loadOrganisationSecurity(ctx)).enable2FA) throw conflict(ACCOUNT_MESSAGES['account.twoFactorRequired']);
  const who = { email: user.email, address: ctx.address };
  const matches = await ctx.signInGuard.attempt(who, async () =>
    (await ctx.passwords.verify(user.passwordHash, password)) ? true : null,
  );
  const wrongPassword = ACCOUNT_MESSAGES['account.oldPasswordWrong'];
  if (!matches) throw invalid(wrongPassword, { password: wrongPassword });
  const method = await ctx.signInGuard.attempt({ ...who, tries: 'code' }, () => verifyCode(ctx, user, code));
  if (method === null) throw invalid(SIGN_IN_REFUSALS['auth.codeWrong'], { code: SIGN_IN_REFUSALS['auth.codeWrong'] });
  await ctx.db.transaction(async (tx) => {
    await lockOwnRow(tx, ctx, user);
    const off = { totpSecret: null, totpPendingSecret: null, totpLastStep: null };
    await tx.update(users).set(off).where(eq(users.id, user.id));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
    await announce(ctx, tx, user, false);
  });
  return { status: 'success' };
}
