import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '@overlook/db/schema';
import type { updateAccountInputSchema, userAnswerSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { edited } from '../permissions/edition.ts';
import { loadUser } from '../users/load-user.ts';

/** Changes the caller's own name, and their saved recipients and notification flags where those are given. */
export async function updateAccount(
  ctx: SignedInContext,
  { firstName, lastName, data }: z.output<typeof updateAccountInputSchema>,
): Promise<z.input<typeof userAnswerSchema>> {
  const { userId } = ctx.caller;
  await ctx.db.transaction(async (tx) => {
    const [stored] = await tx.select({ data: users.data }).from(users).where(eq(users.id, userId)).for('update');
    const merged = { ...stored!.data, ...data };
    await tx
      .update(users)
      .set({ ...edited(ctx), firstName, lastName, data: merged })
      .where(eq(users.id, userId));
    await recordDone(tx, ctx, { action: 'auth.updateAccount', subject: `user:${userId}` });
  });
  return { status: 'success', user: await loadUser(ctx, userId) };
}
