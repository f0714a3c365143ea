import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '@overlook/db/schema';
import type { recipientInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';

/** Removes an address from the caller's saved recipients; an address that is not saved is not an error. */
export async function removeRecipient(
  ctx: SignedInContext,
  { recipient }: z.output<typeof recipientInputSchema>,
): Promise<{ status: 'success' }> {
  const { userId } = ctx.caller;
  await ctx.db.transaction(async (tx) => {
    const [user] = await tx.select({ data: users.data }).from(users).where(eq(users.id, userId)).for('no key update');
    const { recipients } = user!.data;
    if (!Array.isArray(recipients) || !recipients.includes(recipient)) return;
    const others = recipients.filter((one) => one !== recipient);
    await tx
      .update(users)
      .set({ data: { ...user!.data, recipients: others } })
      .where(eq(users.id, userId));
    await recordDone(tx, ctx, {
      action: 'snapshots.removeRecipient',
      subject: `user:${userId}`,
      details: { recipient },
    });
  });
  return { status: 'success' };
}
