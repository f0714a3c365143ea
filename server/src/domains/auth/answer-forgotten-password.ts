import { and, eq, gt, isNull } from 'drizzle-orm';
import { passwordResetTokens, users } from '@overlook/db/schema';
import { PASSWORD_RESETS_IN_WINDOW, SIGN_IN_WINDOW_MS } from '@overlook/shared/config';
import type { Services } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { type JobHandler, jobHandler } from '../../services/jobs/job-handler.ts';
import { FORGOTTEN_PASSWORD_JOB } from './forgot-password.ts';
import { sendPasswordReset } from './send-password-reset.ts';

/**
 * Sends the reset link to whoever has forgotten their password, if they have an account and may use it. Nobody can have
 * somebody else's mailbox flooded: a few links in a quarter of an hour are all.
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
