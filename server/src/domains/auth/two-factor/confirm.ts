import type { z } from 'zod';
import { MESSAGES } from '@overlook/shared/messages';
import type { confirmTwoFactorInputSchema, confirmTwoFactorOutputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../../context.ts';
import { invalid } from '../../../errors.ts';
import { ownRow } from '../own-row.ts';
import { lockOwnRow } from '../verified-user.ts';
import { checkFirstCode, finishEnrolment } from './enrolment.ts';

/** Switches on the caller's second factor with a first code. Throws 400 for a wrong one. */
export async function confirm(
  ctx: SignedInContext,
  { code }: z.output<typeof confirmTwoFactorInputSchema>,
): Promise<z.input<typeof confirmTwoFactorOutputSchema>> {
  const user = await ownRow(ctx);
  const step = await checkFirstCode(ctx, user, code);
  if (step === null) throw invalid(MESSAGES['auth.codeWrong'], { code: MESSAGES['auth.codeWrong'] });
  const recoveryCodes = await ctx.db.transaction(async (tx) => {
    await lockOwnRow(tx, ctx, user);
    return finishEnrolment(ctx, tx, user, step);
  });
  return { status: 'success', recoveryCodes };
}
