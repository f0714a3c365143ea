import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { auditEntries, passwordResetTokens, signInTickets, type users, users as userTable } from '@overlook/db/schema';
import type { RequestContext } from '../../context.ts';
import { passwordChangedLetter } from '../../services/mail/letters.ts';
import { endSessions } from '../../services/end-sessions.ts';

/**
 * Gives somebody another password, within a transaction: ends their sessions but `keptSession`, voids reset links and
 * half-finished sign-ins that go back to the old one, and writes to them. The caller forgets what `ctx.access` has
 * cached once the transaction is through.
 */
export async function storePassword(
  ctx: RequestContext,
  tx: Db,
  user: Pick<typeof users.$inferSelect, 'id' | 'email'>,
  change: { passwordHash: string; action: 'auth.setPassword' | 'auth.resetPassword'; keptSession?: string },
): Promise<void> {
  const { clock, address, device } = ctx;
  const at = clock.now();
  await tx.update(userTable).set({ passwordHash: change.passwordHash }).where(eq(userTable.id, user.id));
  await endSessions(tx, user.id, change.keptSession);
  await tx.delete(signInTickets).where(eq(signInTickets.userId, user.id));
  await tx
    .update(passwordResetTokens)
    .set({ usedAt: at })
    .where(and(eq(passwordResetTokens.userId, user.id), isNull(passwordResetTokens.usedAt)));
  await tx.insert(auditEntries).values({ userId: user.id, address, action: change.action, subject: `user:${user.id}` });
  const letter = passwordChangedLetter({ productName: ctx.env.productName, device: device.name, address, at });
  await ctx.mail.add(tx, { to: user.email, letter });
}
