import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { users } from '@overlook/db/schema';
import type { RequestContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { passwordChangedLetter } from '../../services/mail/letters.ts';
import { endSignIns } from '../users/end-sign-ins.ts';

/**
 * Gives somebody the password they chose, within a transaction: ends whatever goes back to the old one, but for
 * `keptSession`, and writes to them. The caller forgets what `ctx.access` has cached once the transaction is through.
 */
export async function storePassword(
  ctx: RequestContext,
  tx: Db,
  user: Pick<typeof users.$inferSelect, 'id' | 'email'>,
  change: { passwordHash: string; action: 'auth.setPassword' | 'auth.resetPassword'; keptSession?: string },
): Promise<void> {
  const { clock, address, device } = ctx;
  await tx.update(users).set({ passwordHash: change.passwordHash }).where(eq(users.id, user.id));
  await endSignIns(tx, user.id, change.keptSession);
  await recordDone(tx, { ...ctx, caller: { userId: user.id } }, { action: change.action, subject: `user:${user.id}` });
  const letter = passwordChangedLetter({
    productName: ctx.env.productName,
    device: device.name,
    address,
    at: clock.now(),
  });
  await ctx.mail.add(tx, { to: user.email, letter });
}
