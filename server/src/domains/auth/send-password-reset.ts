import { lte } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { passwordResetTokens, type users } from '@overlook/db/schema';
import { PASSWORD_RESET_LIFE_MS } from '@overlook/shared/config';
import type { Services } from '../../context.ts';
import { passwordResetLetter } from '../../services/mail/letters.ts';
import { hashToken, newToken } from '../../services/tokens.ts';

/**
 * Sends somebody a link to set a new password: single-use, for one hour, only its hash stored (decisions §3). Within a
 * transaction the link works exactly when the mail goes out.
 */
export async function sendPasswordReset(
  { clock, env, mail }: Pick<Services, 'clock' | 'env' | 'mail'>,
  tx: Db,
  user: Pick<typeof users.$inferSelect, 'id' | 'email'>,
): Promise<void> {
  const now = clock.now();
  const token = newToken();
  const expiresAt = new Date(now.getTime() + PASSWORD_RESET_LIFE_MS);
  await tx.delete(passwordResetTokens).where(lte(passwordResetTokens.expiresAt, now));
  await tx
    .insert(passwordResetTokens)
    .values({ tokenHash: hashToken(token), userId: user.id, expiresAt, createdAt: now });
  const url = `${env.publicUrl}/users/passwordreset/${token}`;
  await mail.add(tx, { to: user.email, letter: passwordResetLetter({ productName: env.productName, url }) });
}
