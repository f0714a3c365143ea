import type { z } from 'zod';
import type { Db } from '@overlook/db';
import type { confirmAtSignInOutputSchema, twoFactorInputSchema } from '@overlook/shared/schemas';
import type { RequestContext } from '../../../context.ts';
import { startSession } from '../start-session.ts';
import { challenged, settleChallenge, wrongCode } from './challenge.ts';
import { checkFirstCode, finishEnrolment } from './enrolment.ts';

/** Switches on the second factor of somebody who may not sign in without one, and signs them in. */
export async function confirmAtSignIn(
  ctx: RequestContext,
  { challenge, code }: z.output<typeof twoFactorInputSchema>,
): Promise<z.input<typeof confirmAtSignInOutputSchema>> {
  const user = await challenged(ctx, challenge);
  const who = { email: user.email, address: ctx.address, tries: 'code' } as const;
  const step = await ctx.signInGuard.attempt(who, () => checkFirstCode(ctx, user, code));
  if (step === null) throw wrongCode();
  let recoveryCodes: string[] = [];
  const settle = async (tx: Db) => {
    await settleChallenge(challenge)(tx);
    recoveryCodes = await finishEnrolment(ctx, tx, user, step);
  };
  const answer = await startSession(ctx, user, 'enrolment', { settle });
  return { ...answer, recoveryCodes };
}
