import { lte } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { passwordResetTokens } from '@overlook/db/schema';
import type { Services } from '../../../context.ts';
import { hashToken, newToken } from '../../../services/tokens.ts';

/**
 * Returns the address of a page that sets a user's password: single-use, valid for `lifeMs`, only its hash stored. Within a transaction
 * the link works exactly when the mail with it goes out.
 */
export async function newPasswordLink(
  { clock, env }: Pick<Services, 'clock' | 'env'>,
  tx: Db,
  userId: number,
  lifeMs: number,
): Promise<string> {
  const now = clock.now();
  const token = newToken();
  await tx.delete(passwordResetTokens).where(lte(passwordResetTokens.expiresAt, now));
  await tx
    .insert(passwordResetTokens)
    .values({ tokenHash: hashToken(token), userId, expiresAt: new Date(now.getTime() + lifeMs), createdAt: now });
  return `${env.publicUrl}/users/passwordreset/${token}`;
}
