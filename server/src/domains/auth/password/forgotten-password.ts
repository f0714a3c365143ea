import { and, eq, gt, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@overlook/db';
import { passwordResetTokens, users } from '@overlook/db/schema';
import { PASSWORD_RESET_LIFE_MS, PASSWORD_RESETS_IN_WINDOW, SIGN_IN_WINDOW_MS } from '@overlook/shared/config';
import type { forgotPasswordInputSchema } from '@overlook/shared/schemas';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { RequestContext, Services, SignedInContext } from '../../../context.ts';
import { conflict, notFound } from '../../../errors/app-error.ts';
import { recordDone } from '../../../services/audit.ts';
import { addJob } from '../../../services/jobs/stored-jobs.ts';
import { type JobHandler, jobHandler, doublingBackOff, type JobKind } from '../../../services/jobs/job-handler.ts';
import { passwordResetMail } from '../../../services/mail/mail-templates.ts';
import { newPasswordLink } from './password-link.ts';

const FORGOTTEN_PASSWORD_JOB: JobKind<{ email: string; address: string }> = {
  name: 'forgotten-password',
  payload: z.object({ email: z.string(), address: z.string() }),
  attempts: 5,
  backOffMs: doublingBackOff(5000, 60_000),
  isKept: false,
  priority: 10,
};

/**
 * Records that a user has forgotten a password. The account is looked up later, outside the request: so the answer has
 * the same text and takes the same time with and without an account. Throws 429 after too many requests.
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

async function sendPasswordReset(
  services: Pick<Services, 'clock' | 'env' | 'mail'>,
  tx: Db,
  user: Pick<typeof users.$inferSelect, 'id' | 'email'>,
): Promise<void> {
  const { env, mail } = services;
  const url = await newPasswordLink(services, tx, user.id, PASSWORD_RESET_LIFE_MS);
  await mail.add(tx, { to: user.email, content: passwordResetMail({ productName: env.productName, url }) });
}

/**
 * Sends the reset link to a user who has forgotten a password, if the account exists and is active. The number of links
 * in a quarter of an hour is limited, so that the mailbox of another person cannot be flooded.
 */
export function forgottenPasswordHandler(services: Pick<Services, 'db' | 'clock' | 'env' | 'mail'>): JobHandler {
  return jobHandler(FORGOTTEN_PASSWORD_JOB, async ({ email, address }) => {
    const since = new Date(services.clock.now().getTime() - SIGN_IN_WINDOW_MS);
    await services.db.transaction(async (tx) => {
      const [user] = await tx
        .select({ id: users.id, email: users.email })
        .from(users)
        .where(and(eq(users.email, email), isNull(users.disabledAt), isNull(users.archivedAt)))
        .for('update');
      if (!user) return;
      const sent = await tx
        .select({ at: passwordResetTokens.createdAt })
        .from(passwordResetTokens)
        .where(and(eq(passwordResetTokens.userId, user.id), gt(passwordResetTokens.createdAt, since)));
      if (sent.length >= PASSWORD_RESETS_IN_WINDOW) return;
      await sendPasswordReset(services, tx, user);
      const asking = { caller: null, address, clock: services.clock };
      await recordDone(tx, asking, { action: 'auth.forgotPassword', subject: `user:${user.id}` });
    });
  });
}

/**
 * Mails a reset link to a user on an administrator's behalf. Only the owner receives it. Throws 404,
 * and 409 for disabled and archived users.
 */
export async function sendResetTo(ctx: SignedInContext, { id }: { id: number }): Promise<{ status: 'success' }> {
  await ctx.db.transaction(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)));
    if (!user) throw notFound(ADMIN_MESSAGES['user.unknown']);
    if (user.disabledAt || user.archivedAt) throw conflict(ADMIN_MESSAGES['user.cannotSignIn']);
    await sendPasswordReset(ctx, tx, user);
    await recordDone(tx, ctx, { action: 'auth.sendPasswordReset', subject: `user:${id}` });
  });
  return { status: 'success' };
}
