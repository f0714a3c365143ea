import { z } from 'zod';
import type { forgotPasswordInputSchema } from '@overlook/shared/schemas';
import type { RequestContext } from '../../context.ts';
import { addJob } from '../../services/jobs/add-job.ts';
import { doublingBackOff, type JobKind } from '../../services/jobs/job-kind.ts';

export const FORGOTTEN_PASSWORD_JOB: JobKind<{ email: string; address: string }> = {
  name: 'forgotten-password',
  payload: z.object({ email: z.string(), address: z.string() }),
  attempts: 5,
  backOffMs: doublingBackOff(5000, 60_000),
  isKept: false,
};

/**
 * Notes that somebody has forgotten their password. The account is looked up later, outside the request: so the answer is
 * the same, in words and in time, whether there is one or not. Throws 429 when it is asked too often.
 */
export async function forgotPassword(
  ctx: RequestContext,
  { email }: z.output<typeof forgotPasswordInputSchema>,
): Promise<{ status: 'success' }> {
  const { address } = ctx;
  // Every request counts, by address only: how many mails an account gets is limited where they are sent.
  await ctx.signInGuard.attempt({ address, tries: 'reset' }, async () => {
    await addJob(ctx.db, FORGOTTEN_PASSWORD_JOB, { email, address });
    return null;
  });
  return { status: 'success' };
}
